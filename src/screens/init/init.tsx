import {Box, Text} from 'ink';
import Table from 'ink-table';
import {type PropsWithChildren, useEffect, useState} from 'react';
import {describe} from '../../app/present/error.ts';
import {isAgreement, validateActive} from '../../app/session/login.ts';
import type {Session} from '../../app/session/session.ts';
import type {Validation} from '../../services/model/credential.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {AGREEMENTS_PAGE, KEYS_PAGE} from '../../services/model/web-pages.ts';
import type {Files} from '../../services/ports.ts';
import {type Size, wrap} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useKeysPageKey, useSandboxKey} from '../flows/common-keys.ts';
import {errorLines, LinesView, runningKeys} from '../flows/lines-screen.tsx';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {useTask} from '../hooks/use-task.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {type LoggedIn, LoginForm, storageName, TYPED} from '../login/login-form.tsx';
import {shortPath, storageLabel} from '../text/labels.ts';
import {
  commandLines,
  type Fact,
  factLines,
  type LineContent,
  noteLines,
  paragraphs,
  type Segment,
  signedLines,
} from '../text/lines.ts';
import type {Glyphs, Theme} from '../theme.ts';

const A_KEY = 'An API key lets `tool` act for your team. It has three parts:';

const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, beside the key'],
  ['Issuer ID', 'above the list; an individual key has none'],
  ['Key file', 'AuthKey_KEYID.p8; can be downloaded once, when the key is created'],
];

const WHAT_A_KEY_IS: readonly string[] = [A_KEY, ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`)];

const SANDBOX_OFFER = 'No account? Ctrl+T tries everything on a built-in sandbox store.';

type InitState = Awaited<ReturnType<typeof readState>>;

async function readState(session: Session, files: Files) {
  const credentials = await session.credentials();
  const configPath = await credentials.configPath();
  const configExists = (await files.lstat(configPath).catch(() => undefined)) !== undefined;
  const stored = await Promise.all([credentials.profiles(), session.active()]).catch(asToolError);
  const [profiles, active] = stored instanceof ToolError ? [[], undefined] : stored;
  return {configPath, configExists, profiles, active, problem: stored instanceof ToolError ? stored : undefined};
}

const STEPS = [
  {id: 'config', short: 'config file', title: 'a config file'},
  {id: 'page', short: 'keys page', title: 'the keys page'},
  {id: 'key', short: 'API key', title: 'your API key'},
  {id: 'check', short: 'check', title: 'does it work?'},
] as const;
type StepId = (typeof STEPS)[number]['id'];

function isDone(id: StepId, found: InitState | undefined): boolean {
  if (id === 'config') return Boolean(found?.configExists && !found.problem);
  // If there is a key, its page counts as visited.
  return id !== 'check' && hasKey(found);
}

type InitFlow = ReturnType<typeof useInit>;

function useInit() {
  const {session, host, switchProfile} = useServices();
  const keysPage = useKeysPageKey('o', 'ctrl+o');
  const sandboxKey = useSandboxKey();
  const display = useDisplay();
  const {leave} = useShell();
  const {saved} = useEntry();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<StepId>('step', 'config');
  const [confirmed, setConfirmed] = useSaved<readonly StepId[]>('confirmed', []);
  const load = useQuery(`init:${JSON.stringify([sandbox, profile, step])}`, () => readState(session, host.files));
  const index = STEPS.findIndex(({id}) => id === step);
  const before = STEPS[index - 1]?.id;

  const finish = () => {
    // The default may have changed since this session looked: Home must name the profile that signs its requests.
    switchProfile(profile);
    router.reset('home');
  };
  const next = () => {
    const following = STEPS[index + 1]?.id;
    return following ? go(following) : finish();
  };
  const confirm = (isDone = true) =>
    setConfirmed([...confirmed.filter((id) => id !== step), ...(isDone ? [step] : [])]);
  const skip = () => {
    saved.delete(TYPED);
    next();
  };
  /** Keys shown on every step. They are letters only where no text field takes those. */
  const keys: Binding[] = [
    {keys: ['ctrl+n'], label: 'skip', title: 'Skip this step', inPalette: true, run: () => leave(skip)},
    before
      ? {keys: ['esc'], label: 'back', title: 'The previous step', run: () => go(before)}
      : {keys: ['esc'], label: 'back', title: 'Leave the set-up', run: router.back},
    keysPage,
    ...(sandbox ? [] : [sandboxKey]),
  ];
  return {
    step,
    load,
    head: {
      crumbs: ['Set-up', `${index + 1} of ${STEPS.length}: ${STEPS[index]?.title}`],
      sub: progressLine(step, (id) => confirmed.includes(id) || isDone(id, load.data), display),
    },
    go,
    next,
    finish,
    confirm,
    keys,
  };
}

function hasKey(found: InitState | undefined): boolean {
  return found !== undefined && (found.profiles.length > 0 || found.active !== undefined);
}

function progressLine(
  current: StepId,
  isDoneStep: (id: StepId) => boolean,
  {theme, screenReader}: {theme: Theme; screenReader: boolean},
): LineContent {
  const {ok, marker, dot} = theme.glyphs;
  return STEPS.flatMap((step): Segment[] => {
    const isCurrent = step.id === current;
    const done = isDoneStep(step.id);
    if (screenReader) return [{text: `${step.short}${done ? ', done' : ''}${isCurrent ? ', this step' : ''}. `}];
    return [
      ...(isCurrent ? [{text: `${marker} `, tone: 'accent', bold: true} as const] : []),
      ...(done ? [{text: `${ok} `, tone: 'good'} as const] : isCurrent ? [] : [{text: `${dot} `, dim: true}]),
      {text: `${step.short}   `, bold: isCurrent, dim: !isCurrent},
    ];
  });
}

export function Init() {
  const flow = useInit();
  const [loggedIn, setLoggedIn] = useSaved<LoggedIn | undefined>('loggedIn', undefined);
  switch (flow.step) {
    case 'config':
      return <ConfigStep flow={flow} />;
    case 'page':
      return <PageStep flow={flow} />;
    case 'key':
      return <KeyStep {...{flow, loggedIn}} onDone={setLoggedIn} />;
    case 'check':
      return <CheckStep flow={flow} loggedIn={loggedIn} />;
  }
}

const WHAT_TO_DO: readonly LineContent[] = [
  '',
  '1  Create a key (role App Manager or Admin), or find yours.',
  '2  Note its Key ID, and the Issuer ID above the list.',
  '3  Download the key file: you can do that only once.',
  '',
  'Got all three? Press Enter.',
];

function PageStep({flow}: {flow: InitFlow}) {
  const {copy} = useShell();
  return (
    <Screen
      {...flow.head}
      keys={[
        {
          keys: ['enter'],
          label: 'continue',
          run() {
            flow.confirm();
            flow.next();
          },
        },
        ...flow.keys,
        paletteKey('y', 'copy address', undefined, () => copy(KEYS_PAGE, 'Address'), {shown: 'help'}),
      ]}
      lines={(area) => {
        // A long address is wrapped, since nobody could type a cut one.
        const address = wrap(KEYS_PAGE, area.columns - 6).map((text): LineContent => [{text: `  ${text}`}]);
        const intro = 'Create a key on the API keys page; o opens it in a browser:';
        return paragraphs(['', intro, '', ...address, ...WHAT_TO_DO], area);
      }}
    />
  );
}

function KeyStep({flow, loggedIn, onDone}: {flow: InitFlow; loggedIn?: LoggedIn; onDone(done: LoggedIn): void}) {
  const {session} = useServices();
  const [another, setAnother] = useState(false);
  const stored = flow.load.data?.profiles ?? [];
  if (stored.length > 0 && !loggedIn && !another) {
    const facts = stored.map((one): Fact => [one.name, `key ${one.keyId}, stored in ${storageLabel(one)}`]);
    return (
      <LinesView
        frame={flow.head}
        keys={[
          {keys: ['enter'], label: 'continue', run: flow.next},
          {keys: ['l'], label: 'log in with another', title: 'Log in with another key', run: () => setAnother(true)},
          ...flow.keys,
        ]}
        linesIn={(width) => [
          ...factLines(facts, width),
          '',
          ...wrap('A key is already stored. Enter continues with it, l logs in with another.', width),
        ]}
      />
    );
  }
  return (
    <LoginForm
      {...flow.head}
      keys={flow.keys}
      initial={loggedIn?.values}
      intro={WHAT_A_KEY_IS}
      offer={session.globals.sandbox ? undefined : SANDBOX_OFFER}
      withChoices={false}
      onDone={(done) => {
        onDone(done);
        flow.go('check');
      }}
    />
  );
}

function CheckStep({flow, loggedIn}: {flow: InitFlow; loggedIn: LoggedIn | undefined}) {
  const {session, host, profile: active} = useServices();
  const {glyphs} = useDisplay().theme;
  const {copy, browse} = useShell();
  const {load} = flow;
  const found = load.outdated ? undefined : load.data;
  const ready = hasKey(found);
  const task = useTask<Validation>();
  const {result, slow} = task;
  const error = task.error ?? (result?.outcome === 'failed' ? result.error : undefined);
  const works = result !== undefined && !error;
  const running = task.status === 'running';
  const check = () => {
    flow.confirm(false);
    task.run(async (signal) => {
      const answer = await validateActive(session, signal);
      if (answer.outcome !== 'failed') flow.confirm();
      return answer;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (ready) check();
  }, [ready]);

  const agreement = error !== undefined && isAgreement(error);
  const taken = running ? 'esc' : agreement ? 'o' : works ? 'ctrl+n' : '';
  const keys: Binding[] = [
    {keys: ['enter'], label: works ? 'your apps' : 'continue anyway', run: flow.finish},
    ...(ready ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the agreements page', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
  ];
  const failed = (why: ToolError, width: number): LineContent[] => {
    if (why.facts.signal === 'cancel') return ['Not checked. r checks again.'];
    if (why.kind === 'network') {
      const then = 'The key is stored. Enter continues without the check; v in Profiles checks it later.';
      return [...errorLines(why, width, glyphs), '', ...wrap(then, width)];
    }
    const details = new Set([...why.details, ...(loggedIn?.doubts ?? [])]);
    const then = 'r checks again, Esc returns to the key.';
    return [...errorLines(why.with({details: [...details]}), width, glyphs), '', ...wrap(then, width)];
  };
  const passed = (how: Validation, width: number): LineContent[] => {
    const limited = how.outcome === 'limited' ? how : undefined;
    const title = limited ? 'The key works, but its role is limited.' : 'The key works.';
    const stored = loggedIn?.result;
    const facts: Fact[] = [
      ['Profile', stored?.name ?? active?.name ?? 'none (the key comes from the environment)'],
      ...(stored ? [['Stored in', storageName(stored, host.home)] as const] : []),
    ];
    return [
      ...signedLines({sign: glyphs.ok, tone: limited ? 'busy' : 'good', bold: true}, title, width),
      ...(limited ? [limited.reason, limited.error.hint ?? ''].flatMap((text) => wrap(text, width)) : []),
      '',
      ...factLines(facts, width),
      ...(stored?.warnings ?? []).flatMap((warning) => noteLines(warning, width)),
      ...(loggedIn ? ['', ...commandLines(loggedIn.command, width)] : []),
    ];
  };
  const linesIn = (width: number): LineContent[] => {
    if (running) return ['Checking with the store that the key works'];
    if (error) return failed(error, width);
    if (result) return passed(result, width);
    if (!found) return wrap(load.error?.message ?? 'Looking for the key', width);
    return ready ? [] : wrap('No key is stored yet: there is nothing to check. Esc goes back.', width);
  };
  return (
    <LinesView
      frame={flow.head}
      waiting={slow}
      keys={[...(running ? runningKeys(task) : keys), ...flow.keys.filter((one) => !one.keys.includes(taken))]}
      linesIn={linesIn}
    />
  );
}

function ConfigStep({flow}: {flow: InitFlow}) {
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
  const hasTable = ({columns, rows}: Size) => !screenReader && columns >= ROOMY.columns && rows >= ROOMY.rows;
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
