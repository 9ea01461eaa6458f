import {Box, Text} from 'ink';
import {useEffect} from 'react';
import {describe} from '../../app/present/error.ts';
import type {SetUp} from '../../app/use-cases/set-up.ts';
import type {InitResult} from '../../services/credentials/credentials.ts';
import {Scroll} from '../components/scroll.tsx';
import {StaticTable} from '../components/static-table.tsx';
import {useLook} from '../context/look.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/paragraphs.ts';
import {shortPath} from '../text/path.ts';
import type {Theme} from '../theme.ts';
import {A_KEY, hasKey, KEY_PARTS, SANDBOX_OFFER, WHAT_A_KEY_IS} from './set-up-steps.ts';
import type {SetUpFlow} from './use-set-up.ts';

/** From this size on, what a key is stands still above the rest. */
const ROOMY = {columns: 78, rows: 14};

/** What a key is, and the config file: created where there is none, else left alone unless someone insists. */
export function ConfigStep({flow}: {flow: SetUpFlow}) {
  const {session, host, workAs} = useServices();
  const {theme, screenReader} = useLook();
  const {ask, toast} = useShell();
  const {load} = flow;
  const found = load.data;
  const task = useTask<InitResult>();
  const {result, error, status} = task;
  // Until the next step is there, too.
  useHold((load.busy && !found) || status === 'running' || status === 'done');

  const init = (force: boolean) => {
    task.reset();
    task.run(async () => (await session.credentials()).init({force, local: false}));
  };
  const beginAnew = async () => {
    const yes = await ask({
      title: 'Begin anew',
      lines: [
        `Replace ${shortPath(found?.configPath ?? '', host.home)} with an empty config?`,
        'The old file is kept as config.json.bak. Profiles in the keychain stay listed; others are no longer known.',
        '',
        'tool auth init --force',
      ],
      yes: 'begin anew',
      no: 'keep it',
    });
    if (yes) init(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been written
  useEffect(() => {
    if (!result) return;
    toast(`Created ${shortPath(result.configPath, host.home)}`, 'good');
    if (found?.configExists) workAs(undefined);
    flow.go('page');
  }, [result]);

  const exists = found?.configExists ?? false;
  const enter: Binding = exists
    ? {keys: ['enter'], label: 'go on', run: () => flow.go(hasKey(found) ? 'check' : 'page')}
    : {
        keys: ['enter'],
        label: 'create it',
        title: 'Create the config file',
        unavailable: found ? undefined : 'it is not known yet what is there',
        run: () => init(false),
      };
  const anew: Binding = {
    keys: ['F'],
    label: 'begin anew',
    title: 'Replace the config file by an empty one',
    inPalette: true,
    run: () => void beginAnew(),
  };
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      load={load}
      waiting={task.slow}
      keys={[enter, ...flow.keys, ...(exists ? [anew] : [])]}
      notice={error && {tone: 'bad', text: describe(error).message, hint: 'Ctrl+N goes on without it.'}}
      status={status === 'running' ? 'Writing it' : ''}
    >
      {(area) => {
        const offer = session.globals.sandbox ? [] : ['', SANDBOX_OFFER];
        const below = ['', ...configLines(found, host.home, theme), ...offer];
        if (screenReader || area.columns < ROOMY.columns || area.rows < ROOMY.rows) {
          const lines = ['', ...WHAT_A_KEY_IS, ...below];
          return <Scroll lines={paragraphs(lines, area)} width={area.columns} height={area.rows} />;
        }
        const rest = {columns: area.columns, rows: area.rows - KEY_PARTS.length - 2};
        return (
          <Box flexDirection="column" paddingTop={1}>
            <Text>{`  ${A_KEY}`}</Text>
            <Box paddingLeft={3}>
              <StaticTable rows={KEY_PARTS} width={area.columns - 3} />
            </Box>
            <Scroll lines={paragraphs(below, rest)} width={rest.columns} height={rest.rows} />
          </Box>
        );
      }}
    </Screen>
  );
}

function configLines(found: SetUp | undefined, home: string, {glyphs}: Theme): LineContent[] {
  if (!found) return ['Looking what is there.'];
  const path = shortPath(found.configPath, home);
  const tick = (text: string): LineContent => [{text: `${glyphs.ok} `, tone: 'good'}, {text}];
  if (found.problem) {
    const {message, hint} = describe(found.problem);
    return [
      `${glyphs.rejected}  ${message}`,
      ...(hint ? [hint] : []),
      'F begins anew and keeps the old file, ! finds out more.',
    ];
  }
  if (!found.configExists) return [`First, a config file that remembers your profiles: ${path}`];
  const profiles = found.profiles.map(({name}) => `'${name}'`).join(', ');
  return [
    tick(`${path} exists already, and stays as it is.`),
    ...(profiles ? [tick(`Stored already: ${profiles}`)] : []),
    ...(found.active && found.active.name === undefined ? [tick('The environment brings a key of its own.')] : []),
  ];
}
