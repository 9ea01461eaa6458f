import type {Session} from '../../app/session/session.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import type {Files} from '../../services/ports.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useKeysPageKey, useSandboxKey} from '../flows/common-keys.ts';
import {useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {TYPED} from '../login/login-form.tsx';
import type {LineContent, Segment} from '../text/lines.ts';
import type {Theme} from '../theme.ts';

export const A_KEY = 'An API key lets `tool` act for your team. It has three parts:';

export const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, beside the key'],
  ['Issuer ID', 'above the list; an individual key has none'],
  ['Key file', 'AuthKey_KEYID.p8; can be downloaded once, when the key is created'],
];

export const WHAT_A_KEY_IS: readonly string[] = [
  A_KEY,
  ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
];

export const SANDBOX_OFFER = 'No account? Ctrl+T tries everything on a built-in sandbox store.';

export type InitState = Awaited<ReturnType<typeof readState>>;

async function readState(session: Session, files: Files) {
  const credentials = await session.credentials();
  const configPath = await credentials.configPath();
  const configExists = (await files.lstat(configPath).catch(() => undefined)) !== undefined;
  const stored = await Promise.all([credentials.profiles(), session.active()]).catch(asToolError);
  const [profiles, active] = stored instanceof ToolError ? [[], undefined] : stored;
  return {configPath, configExists, profiles, active, problem: stored instanceof ToolError ? stored : undefined};
}

interface Step {
  id: 'config' | 'page' | 'key' | 'check';
  short: string;
  title: string;
  isDone(found: InitState | undefined): boolean;
}

const STEPS: readonly Step[] = [
  {
    id: 'config',
    short: 'config file',
    title: 'a config file',
    isDone: (found) => Boolean(found?.configExists && !found.problem),
  },
  // If there is a key, its page counts as visited.
  {id: 'page', short: 'keys page', title: 'the keys page', isDone: hasKey},
  {id: 'key', short: 'API key', title: 'your API key', isDone: hasKey},
  {id: 'check', short: 'check', title: 'does it work?', isDone: () => false},
];

export type InitFlow = ReturnType<typeof useInit>;

export function useInit() {
  const {session, host, switchProfile} = useServices();
  const keysPage = useKeysPageKey('o', 'ctrl+o');
  const sandboxKey = useSandboxKey();
  const display = useDisplay();
  const {leave} = useShell();
  const {saved} = useEntry();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<Step['id']>('step', 'config');
  const [confirmed, setConfirmed] = useSaved<readonly Step['id'][]>('confirmed', []);
  const load = useQuery(`init:${JSON.stringify([sandbox, profile, step])}`, () => readState(session, host.files));
  const index = STEPS.findIndex(({id}) => id === step);
  const before = STEPS[index - 1]?.id;

  const finish = () => {
    // The default may have changed since this session looked: Home must name the profile that it asks with.
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
      sub: progressLine(step, (one) => confirmed.includes(one.id) || one.isDone(load.data), display),
    },
    go,
    next,
    finish,
    confirm,
    keys,
  };
}

export function hasKey(found: InitState | undefined): boolean {
  return found !== undefined && (found.profiles.length > 0 || found.active !== undefined);
}

function progressLine(
  current: Step['id'],
  isDone: (step: Step) => boolean,
  {theme, screenReader}: {theme: Theme; screenReader: boolean},
): LineContent {
  const {ok, marker, dot} = theme.glyphs;
  return STEPS.flatMap((step): Segment[] => {
    const isCurrent = step.id === current;
    const done = isDone(step);
    if (screenReader) return [{text: `${step.short}${done ? ', done' : ''}${isCurrent ? ', this step' : ''}. `}];
    return [
      ...(isCurrent ? [{text: `${marker} `, tone: 'accent', bold: true} as const] : []),
      ...(done ? [{text: `${ok} `, tone: 'good'} as const] : isCurrent ? [] : [{text: `${dot} `, dim: true}]),
      {text: `${step.short}   `, bold: isCurrent, dim: !isCurrent},
    ];
  });
}
