import {Box, Text} from 'ink';
import Table from 'ink-table';
import type {PropsWithChildren} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Size} from '../../services/text/width.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import {useTask} from '../hooks/use-task.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {shortPath} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {A_KEY, hasKey, type InitFlow, type InitState, KEY_PARTS, SANDBOX_OFFER, WHAT_A_KEY_IS} from './use-init.ts';

export function ConfigStep({flow}: {flow: InitFlow}) {
  const {session, host, switchProfile} = useServices();
  const {ask, toast} = useShell();
  const {theme, screenReader} = useDisplay();
  const {load} = flow;
  const found = load.data;
  const task = useTask<void>();
  const {status, error} = task;
  useHold((load.busy && !found) || status === 'running' || status === 'done');

  const init = (force: boolean) => {
    task.run(async () => {
      const {configPath} = await (await session.credentials()).init({force, local: false});
      toast(`Created ${shortPath(configPath, host.home)}`, 'good');
      if (force) switchProfile(undefined);
      flow.go('page');
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
      ? {keys: ['enter'], label: 'continue', run: () => flow.go(hasKey(found) ? 'check' : 'page')}
      : {
          keys: ['enter'],
          label: 'create it',
          title: 'Create the config file',
          guarded: true,
          unavailable: found ? undefined : 'still looking for a config',
          run: () => init(false),
        },
    ...flow.keys,
    ...(exists ? [paletteKey('F', 'start over', 'Replace the config with an empty one', () => void startOver())] : []),
  ];
  const tableRows = ({columns, rows}: Size) =>
    screenReader || columns < ROOMY.columns || rows < ROOMY.rows ? 0 : KEY_PARTS.length + 2;
  const offer = session.globals.sandbox ? [] : ['', SANDBOX_OFFER];
  const below = ['', ...configLines(found, host.home, theme.glyphs), ...offer];
  return (
    <Screen
      {...flow.head}
      load={load}
      waiting={task.slow}
      keys={keys}
      notice={error && {tone: 'bad', text: describe(error).message, hint: 'Ctrl+N continues without it.'}}
      status={status === 'running' ? 'Writing it' : ''}
      scrollFrom={tableRows}
      lines={(area) => {
        const rows = tableRows(area);
        return paragraphs(rows > 0 ? below : ['', ...WHAT_A_KEY_IS, ...below], {...area, rows: area.rows - rows});
      }}
    >
      {(area) => (tableRows(area) > 0 ? <KeyTable /> : null)}
    </Screen>
  );
}

const ROOMY: Size = {columns: 78, rows: 14};

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
      ...(hint ? [hint] : []),
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
