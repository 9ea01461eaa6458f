import {type InitState, readInitState} from '../../app/use-cases/init.ts';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import type {Theme} from '../theme.ts';

/** An introduction to API keys. */
export const A_KEY = 'An API key lets tool work for your team. It has three parts:';

/** The parts of a key, and where to find each. */
export const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, beside the key'],
  ['Issuer ID', 'above the list of keys; the same for the whole team'],
  ['Key file', 'AuthKey_….p8; can be downloaded once, when the key is created'],
];

/** The same as lines. */
export const WHAT_A_KEY_IS: readonly string[] = [
  A_KEY,
  ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
];

export const SANDBOX_OFFER = 'No account? Ctrl+T tries everything on a built-in sandbox store.';

/** The steps of the first-time set-up, in order. */
const STEPS = ['config', 'page', 'key', 'check'] as const;
type Step = (typeof STEPS)[number];

const TITLES: Readonly<Record<Step, {short: string; title: string}>> = {
  config: {short: 'config file', title: 'a config file'},
  page: {short: 'keys page', title: 'the keys page'},
  key: {short: 'API key', title: 'your API key'},
  check: {short: 'check', title: 'does it work?'},
};

function crumbsOf(step: Step): string[] {
  return ['Set-up', `${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${TITLES[step].title}`];
}

function stepAfter(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) + 1];
}

function stepBefore(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) - 1];
}

/** There is a key to check: a stored one, or one in the environment. */
export function hasKey(found: InitState | undefined): boolean {
  return found !== undefined && (found.profiles.length > 0 || found.active !== undefined);
}

/** Visiting the keys page counts as done once there is a key. */
function isDone(step: Step, found: InitState | undefined, checked: boolean): boolean {
  switch (step) {
    case 'config':
      return Boolean(found?.configExists && !found.problem);
    case 'page':
    case 'key':
      return hasKey(found);
    case 'check':
      return checked;
  }
}

interface Progress {
  current: Step;
  found: InitState | undefined;
  checked: boolean;
}

/** The steps side by side: a tick on those that are done, a marker on the current one. */
function progressLine(
  {current, found, checked}: Progress,
  {theme, screenReader}: {theme: Theme; screenReader: boolean},
): LineContent {
  const {ok, marker, dot} = theme.glyphs;
  return STEPS.flatMap((step): Segment[] => {
    const {short} = TITLES[step];
    const done = isDone(step, found, checked);
    if (screenReader) return [{text: `${short}${done ? ', done' : ''}${step === current ? ', this step' : ''}. `}];
    const tick: Segment[] = done ? [{text: `${ok} `, tone: 'good'}] : [];
    if (step === current) {
      return [{text: `${marker} `, tone: 'accent', bold: true}, ...tick, {text: `${short}   `, bold: true}];
    }
    return [...(done ? tick : [{text: `${dot} `, dim: true}]), {text: `${short}   `, dim: true}];
  });
}

/** The parts that all steps of the set-up share. */
export interface InitFlow {
  step: Step;
  /** The state of the set-up. */
  load: Load<InitState>;
  crumbs: readonly string[];
  progress: LineContent;
  go(step: Step): void;
  /** The next step, or Home after the last one. */
  next(): void;
  finish(): void;
  setChecked(checked: boolean): void;
  /** Skip, back, keys page, sandbox: on every step. Letters only where no field takes them. */
  keys: readonly Binding[];
}

export function useInit(): InitFlow {
  const {session, host} = useServices();
  const look = useDisplay();
  const {browse, leave} = useShell();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<Step>('step', 'config');
  const [checked, setChecked] = useSaved('checked', false);
  const load = useLoad('init', JSON.stringify([sandbox, profile, step]), () => readInitState(session, host));

  const finish = () => router.reset('home');
  const next = () => {
    const following = stepAfter(step);
    if (following) go(following);
    else finish();
  };
  const before = stepBefore(step);
  const sandboxKey = useSandboxKey();
  const keys: Binding[] = [
    {keys: ['ctrl+n'], label: 'skip', title: 'Skip this step', inPalette: true, run: () => leave(next)},
    ...(before ? [{keys: ['esc'], label: 'back', title: 'The previous step', run: () => leave(() => go(before))}] : []),
    {
      keys: step === 'key' ? ['ctrl+o'] : ['o', 'ctrl+o'],
      label: 'keys page',
      title: 'Open the page of API keys on the web',
      inPalette: true,
      unavailable: sandbox ? 'the sandbox has no web page' : undefined,
      run: () => browse(KEYS_PAGE),
    },
    ...(sandbox ? [] : [sandboxKey]),
  ];
  const progress = progressLine({current: step, found: load.data, checked}, look);
  return {step, load, crumbs: crumbsOf(step), progress, go, next, finish, setChecked, keys};
}

function useSandboxKey(): Binding {
  const {workInSandbox} = useServices();
  const {toast, leave} = useShell();
  const router = useRouter();
  const enter = () => {
    workInSandbox();
    router.reset('home');
    toast('This is the built-in sandbox store: nothing in it is real.', 'good');
  };
  return {
    keys: ['ctrl+t'],
    label: 'sandbox',
    title: 'Try everything on the built-in sandbox store',
    inPalette: true,
    run: () => leave(enter),
  };
}
