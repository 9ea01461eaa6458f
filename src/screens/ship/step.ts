import type {NextStep} from '../../services/model/next-step.ts';
import {type CheckGroup, type CheckId, groupChecks, type ReadinessCheck} from '../../services/model/readiness.ts';
import {CHECK_NAMES} from '../checks/check-names.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {stateWords} from '../text/words.ts';
import type {Tone} from '../theme.ts';

export type StepStatus =
  | 'done'
  | 'missing'
  /** It has begun, and stands still until a person does something. */
  | 'needs you'
  /** Its turn is later, or now and nobody has begun. */
  | 'to come'
  /** The store is at it. */
  | 'under way'
  /** To be known; nothing to do. */
  | 'note';

/** One step of the road from nothing to on sale. */
export interface Step {
  id: string;
  /** `What's New` */
  name: string;
  status: StepStatus;
  /** Another sign than that of the status. */
  sign?: Sign;
  words: LineContent;
  /** Instead of the words, read aloud. */
  spoken?: string;
  /** What Enter does about it. */
  opens: NextStep;
}

export interface Sign {
  glyph: 'ok' | 'rejected' | 'blocked' | 'unknown' | ReturnType<typeof stateWords>['glyph'];
  tone?: Tone;
}

const SIGNS: Readonly<Record<StepStatus, Sign>> = {
  done: {glyph: 'ok', tone: 'good'},
  missing: {glyph: 'rejected', tone: 'bad'},
  'needs you': {glyph: 'rejected', tone: 'bad'},
  'to come': {glyph: 'prepare'},
  'under way': {glyph: 'processing', tone: 'busy'},
  note: {glyph: 'blocked', tone: 'busy'},
};

export function signOf({status, sign}: Step): Sign {
  return sign ?? SIGNS[status];
}

/** A state's own sign. */
export function signOfState(state: string | undefined): Sign {
  const {glyph, tone} = stateWords(state);
  return {glyph, tone};
}

export const nothing = (why: string): NextStep => ({kind: 'none', why});

export function done(id: string, name: string, words: LineContent): Step {
  return {id, name, status: 'done', words, opens: nothing('this step is done')};
}

export function later(id: string, name: string, words: LineContent = ''): Step {
  return {id, name, status: 'to come', words, opens: nothing('the steps before it come first')};
}

/** Whether a step is neither done nor a mere note. */
export function isOpen({status}: Step): boolean {
  return status !== 'done' && status !== 'note';
}

/** A step for each thing that checks say, whatever the number of locales. */
export function checkSteps(checks: readonly ReadinessCheck[]): Step[] {
  return groupChecks(checks).map(checkStep);
}

export function checkName(id: CheckId): string {
  return id === 'not-visible' ? 'Not visible' : capitalized(CHECK_NAMES[id]);
}

const STATUSES: Readonly<Record<ReadinessCheck['status'], StepStatus>> = {
  ok: 'done',
  error: 'missing',
  warning: 'note',
  unknown: 'note',
};

function checkStep({check, locales}: CheckGroup): Step {
  const {id, status, message} = check;
  const name = checkName(id);
  // `What's New: there in every locale`: what it is about stands before it.
  const words = message.startsWith(name) ? message.slice(name.length).replace(/^:? /, '') : message;
  return {
    id: `${id} ${message}`,
    name,
    status: STATUSES[status],
    sign: status === 'unknown' ? {glyph: 'unknown'} : undefined,
    words: locales.length > 0 ? `${words}: ${locales.join(', ')}` : words,
    opens: status === 'ok' ? nothing('this step is done') : {kind: 'mend', check},
  };
}
