import type {SetUp} from '../../app/use-cases/set-up.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import type {Theme} from '../theme.ts';

/** The steps of the first-time set-up, in order. */
export const STEPS = ['config', 'page', 'key', 'check'] as const;
export type Step = (typeof STEPS)[number];

const TITLES: Readonly<Record<Step, {short: string; title: string}>> = {
  config: {short: 'config file', title: 'a config file'},
  page: {short: 'keys page', title: 'the keys page'},
  key: {short: 'API key', title: 'your API key'},
  check: {short: 'check', title: 'does it work?'},
};

export function crumbsOf(step: Step): string[] {
  return ['Set-up', `${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${TITLES[step].title}`];
}

export function stepAfter(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) + 1];
}

export function stepBefore(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) - 1];
}

/** A key that can be checked is there: stored, or in the environment. */
export function hasKey(found: SetUp | undefined): boolean {
  return found !== undefined && (found.profiles.length > 0 || found.active !== undefined);
}

/** What is done already: the keys page is only a help on the way to a key. */
function isDone(step: Step, found: SetUp | undefined, checked: boolean): boolean {
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

/** The steps side by side: those that are done with a tick, the one in front marked. */
export function progressLine(
  current: Step,
  found: SetUp | undefined,
  checked: boolean,
  {theme, screenReader}: {theme: Theme; screenReader: boolean},
): LineContent {
  const {ok, marker, dot} = theme.glyphs;
  return STEPS.flatMap((step): Segment[] => {
    const {short} = TITLES[step];
    const done = isDone(step, found, checked);
    if (screenReader) {
      return [{text: `${short}${done ? ', done' : ''}${step === current ? ', this step' : ''}. `}];
    }
    const tick: Segment[] = done ? [{text: `${ok} `, tone: 'good'}] : [];
    if (step === current) {
      return [{text: `${marker} `, tone: 'accent', bold: true}, ...tick, {text: `${short}   `, bold: true}];
    }
    return [...(done ? tick : [{text: `${dot} `, dim: true}]), {text: `${short}   `, dim: true}];
  });
}

/** What a key is, and the three things that it consists of: name, and where that is found. */
export const A_KEY = 'An API key lets tool work for your team. Three things belong to it:';
export const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, in the row of the key'],
  ['Issuer ID', 'above the table of keys; the whole team has the same'],
  ['Key file', 'AuthKey_….p8, offered for download once, when the key is made'],
];

/** The same as lines. */
export const WHAT_A_KEY_IS: readonly string[] = [
  A_KEY,
  ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
];

export const SANDBOX_OFFER = 'No account at hand? Ctrl+T tries everything on a built-in sandbox store.';
