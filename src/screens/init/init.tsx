import {useEffect} from 'react';
import {isAgreement, validateActive} from '../../app/session/login.ts';
import type {Validation} from '../../services/model/credential.ts';
import type {ToolError} from '../../services/model/error.ts';
import {AGREEMENTS_PAGE, KEYS_PAGE} from '../../services/model/web-pages.ts';
import {wrap} from '../../services/text/width.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useKeysPageKey, useSandboxKey} from '../flows/common-keys.ts';
import {errorLines, LinesView, resultLines, runningKeys} from '../flows/lines-screen.tsx';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import {type LoggedIn, LoginForm, storageName, TYPED, uncheckedKey} from '../login/login-form.tsx';
import {type Fact, type LineContent, paragraphs} from '../text/lines.ts';
import {ConfigStep, hasKey, readState, SANDBOX_OFFER, WHAT_A_KEY_IS} from './config-step.tsx';

const STEPS = [
  {id: 'config', title: 'a config file'},
  {id: 'page', title: 'the keys page'},
  {id: 'key', title: 'your API key'},
  {id: 'check', title: 'does it work?'},
] as const;
type StepId = (typeof STEPS)[number]['id'];

type InitFlow = ReturnType<typeof useInit>;

function useInit() {
  const {session, host, switchProfile} = useServices();
  const keysPage = useKeysPageKey('o', 'ctrl+o');
  const sandboxKey = useSandboxKey();
  const {leave} = useShell();
  const {saved} = useEntry();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<StepId>('step', 'config');
  const load = useQuery(`init:${JSON.stringify([sandbox, profile, step])}`, () => readState(session, host.files));
  const index = STEPS.findIndex(({id}) => id === step);
  const before = STEPS[index - 1]?.id;

  const finish = () => {
    // The default may have changed since this session read it, and Home must name the profile that signs its requests.
    switchProfile(profile);
    router.reset('home');
  };
  const next = () => {
    const following = STEPS[index + 1]?.id;
    return following ? go(following) : finish();
  };
  const skip = () => {
    saved.delete(TYPED);
    next();
  };
  /** These keys are shown on every step. They are letters only where no text field takes letters. */
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
    frame: {crumbs: ['Set-up', `${index + 1} of ${STEPS.length}: ${STEPS[index]?.title}`]},
    go,
    next,
    finish,
    keys,
  };
}

export function Init() {
  const flow = useInit();
  const [loggedIn, setLoggedIn] = useSaved<LoggedIn | undefined>('loggedIn', undefined);
  switch (flow.step) {
    case 'config':
      return <ConfigStep {...flow} />;
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
  return (
    <Screen
      {...flow.frame}
      keys={[{keys: ['enter'], label: 'continue', run: flow.next}, ...flow.keys]}
      lines={(area) => {
        // A long address is wrapped, because nobody could type it if it were cut.
        const address = wrap(KEYS_PAGE, area.columns - 6).map((text): LineContent => [{text: `  ${text}`}]);
        const intro = 'Create a key on the API keys page; o opens it in a browser:';
        return paragraphs(['', intro, '', ...address, ...WHAT_TO_DO], area);
      }}
    />
  );
}

function KeyStep({flow, loggedIn, onDone}: {flow: InitFlow; loggedIn?: LoggedIn; onDone(done: LoggedIn): void}) {
  const {session} = useServices();
  return (
    <LoginForm
      {...flow.frame}
      keys={flow.keys}
      initial={loggedIn}
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
  const check = () => task.run((signal) => validateActive(session, signal));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    if (ready) check();
  }, [ready]);

  const agreement = error !== undefined && isAgreement(error);
  const taken = running ? 'esc' : agreement ? 'o' : works ? 'ctrl+n' : '';
  const keys: Binding[] = [
    {keys: ['enter'], label: works ? 'your apps' : 'continue anyway', run: flow.finish},
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the agreements page', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(ready ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
  ];
  const failed = (reason: ToolError, width: number): LineContent[] => {
    const why = uncheckedKey(reason);
    const details = new Set([...why.details, ...(loggedIn?.doubts ?? [])]);
    const then = `${agreement ? 'o opens that page, ' : ''}r checks again, Enter continues anyway, Esc returns to the key.`;
    return [...errorLines(why.with({details: [...details]}), width, glyphs), '', ...wrap(then, width)];
  };
  const passed = (how: Validation, width: number): LineContent[] => {
    const limited = how.outcome === 'limited' ? [how.reason, how.error.hint ?? ''].filter(Boolean) : [];
    const stored = loggedIn?.result;
    const facts: Fact[] = [
      ['Profile', stored?.name ?? active?.name ?? 'none (the key comes from the environment)'],
      ...(stored ? [['Stored in', storageName(stored, host.home)] as const] : []),
    ];
    const title = limited.length > 0 ? 'The key works, but its role is limited.' : 'The key works.';
    const note = [...limited, ...(stored?.warnings ?? [])];
    return resultLines({title, facts, note, command: loggedIn?.command}, width, glyphs);
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
      frame={flow.frame}
      waiting={slow}
      keys={[...(running ? runningKeys(task) : keys), ...flow.keys.filter((one) => !one.keys.includes(taken))]}
      linesIn={linesIn}
    />
  );
}
