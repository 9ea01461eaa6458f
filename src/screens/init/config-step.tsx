import {Box, Text} from 'ink';
import Table from 'ink-table';
import type {PropsWithChildren} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Session} from '../../app/session/session.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import type {Files} from '../../services/ports.ts';
import type {Size} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {useTask} from '../hooks/use-task.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {shortPath} from '../text/labels.ts';
import {type LineContent, paragraphs} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

const A_KEY = 'An API key lets `tool` act for your team. It has three parts:';

const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, beside the key'],
  ['Issuer ID', 'above the list; an individual key has none'],
  ['Key file', 'AuthKey_KEYID.p8; can be downloaded only once'],
];

export const WHAT_A_KEY_IS: readonly string[] = [
  A_KEY,
  ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
];

export const SANDBOX_OFFER = 'No account? Ctrl+T tries everything on a built-in sandbox store.';

export type InitState = Awaited<ReturnType<typeof readState>>;

export async function readState(session: Session, files: Files) {
  const credentials = await session.credentials();
  const configPath = await credentials.configPath();
  const configExists = (await files.lstat(configPath).catch(() => undefined)) !== undefined;
  const stored = await Promise.all([credentials.profiles(), session.active()]).catch(asToolError);
  const [profiles, active] = stored instanceof ToolError ? [[], undefined] : stored;
  return {configPath, configExists, profiles, active, problem: stored instanceof ToolError ? stored : undefined};
}

export function hasKey(found: InitState | undefined): boolean {
  return found !== undefined && (found.profiles.length > 0 || found.active !== undefined);
}

interface ConfigStepProps {
  frame: {crumbs: readonly string[]};
  keys: readonly Binding[];
  load: Query<InitState>;
  go(step: 'page' | 'check'): void;
}

export function ConfigStep({frame, keys: flowKeys, load, go}: ConfigStepProps) {
  const {session, host, switchProfile} = useServices();
  const {ask, toast} = useShell();
  const {theme, screenReader} = useDisplay();
  const found = load.data;
  const task = useTask<void>();
  const {status, error} = task;
  useHold((load.busy && !found) || status === 'running' || status === 'done');

  const init = (force: boolean) => {
    task.run(async () => {
      const {configPath} = await (await session.credentials()).init({force, local: false});
      toast(`Created ${shortPath(configPath, host.home)}`, 'good');
      if (force) switchProfile(undefined);
      go('page');
    });
  };
  const startOver = async () => {
    const yes = await ask({
      title: 'Start over',
      lines: [
        `Replace ${shortPath(found?.configPath ?? '', host.home)} with an empty config?`,
        'The old file is kept as a backup beside it. Profiles in the keychain stay listed; the others are forgotten.',
        '',
        'tool auth init --force',
      ],
      yes: 'start over',
      no: 'keep it',
    });
    if (yes) init(true);
  };
  const exists = found?.configExists === true;
  const keys: Binding[] = [
    exists
      ? {keys: ['enter'], label: 'continue', run: () => go(hasKey(found) ? 'check' : 'page')}
      : {
          keys: ['enter'],
          label: 'create it',
          title: 'Create the config file',
          guarded: true,
          unavailable: found ? undefined : 'still looking for a config',
          run: () => init(false),
        },
    ...flowKeys,
    ...(exists ? [paletteKey('F', 'start over', 'Replace the config with an empty one', () => void startOver())] : []),
  ];
  const hasTable = ({columns, rows}: Size) => !screenReader && columns >= ROOMY.columns && rows >= ROOMY.rows;
  const offer = session.globals.sandbox ? [] : ['', SANDBOX_OFFER];
  const below = ['', ...configLines(found, host.home, theme.glyphs), ...offer];
  return (
    <Screen
      {...frame}
      load={load}
      waiting={task.slow}
      keys={keys}
      notice={error && {tone: 'bad', text: describe(error).message, hint: 'Ctrl+N continues without it.'}}
      status={status === 'running' ? 'Writing it' : ''}
      lines={(area) => (hasTable(area) ? [] : paragraphs(['', ...WHAT_A_KEY_IS, ...below], area))}
    >
      {(area) =>
        hasTable(area) ? (
          <>
            <KeyTable />
            <Lines lines={paragraphs(below, {...area, rows: area.rows - TABLE_ROWS})} width={area.columns} />
          </>
        ) : null
      }
    </Screen>
  );
}

const ROOMY: Size = {columns: 78, rows: 14};
const TABLE_ROWS = KEY_PARTS.length + 2;

function KeyTable() {
  return (
    <Box flexDirection="column" paddingTop={1} flexShrink={0}>
      <Text>{`  ${A_KEY}`}</Text>
      <Box paddingLeft={3} height={KEY_PARTS.length}>
        <Table
          data={KEY_PARTS.map(([name, text]) => ({name, text}))}
          padding={1}
          header={Nothing}
          skeleton={Nothing}
          cell={Cell}
        />
      </Box>
    </Box>
  );
}

const Nothing = () => <Text />;
const Cell = ({children, column}: PropsWithChildren<{column: number}>) => <Text bold={column === 0}>{children}</Text>;

function configLines(found: InitState | undefined, home: string, glyphs: Glyphs): LineContent[] {
  if (!found) return ['Looking for a config ...'];
  const path = shortPath(found.configPath, home);
  if (found.problem) {
    const {message, hint} = describe(found.problem);
    return [
      `${glyphs.rejected}  ${message}`,
      ...(hint ? [hint.replace(/'tool auth init.*?'/, 'F')] : []),
      'F starts over and keeps the old file, ! runs the doctor.',
    ];
  }
  if (!found.configExists) return [`First, a config file that remembers your profiles: ${path}`];
  const profiles = found.profiles.map(({name}) => `'${name}'`).join(', ');
  const isEnvironment = found.active !== undefined && found.active.name === undefined;
  const facts = [
    `${path} already exists and is left unchanged.`,
    ...(profiles ? [`Stored profiles: ${profiles}`] : []),
    ...(isEnvironment ? ['A key is set in the environment.'] : []),
  ];
  return facts.map((text) => [{text: `${glyphs.ok} `, tone: 'good'}, {text}]);
}
