import type {InitState} from '../../app/use-cases/init.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import type {Theme} from '../theme.ts';

/** The steps of the first-time set-up, in order. */
const STEPS = ['config', 'page', 'key', 'check'] as const;
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
export function progressLine(
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
