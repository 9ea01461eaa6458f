import type {CheckCommand} from './outcome.ts';
import type {Requirement} from './requirements.ts';

export type CheckId =
  | Requirement
  /** Another submission in the way. */
  | 'submission'
  | 'release-date'
  /** What the API does not show. */
  | 'not-visible'
  /** What the service itself found. */
  | 'service';

export interface ReadinessCheck {
  id: CheckId;
  status: 'ok' | 'error' | 'warning' | 'unknown';
  message: string;
  /** Where one locale is meant. */
  locale?: string;
  /** What mends it. */
  command?: CheckCommand;
  hint?: string;
}

/** Whether a version can be submitted: it can without an error. */
export interface Readiness {
  versionId: string;
  ready: boolean;
  /** Errors first. */
  checks: ReadinessCheck[];
  /** What was left behind by asking the service. */
  note?: string;
}

const ORDER: readonly ReadinessCheck['status'][] = ['error', 'warning', 'unknown', 'ok'];

export function readiness(versionId: string, checks: readonly ReadinessCheck[], note?: string): Readiness {
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  return {versionId, ready: checks.every(({status}) => status !== 'error'), checks: sorted, note};
}

/** Checks that say the same of several locales. */
export interface CheckGroup {
  /** The first of them; its fix fixes all. */
  check: ReadinessCheck;
  locales: readonly string[];
}

/** The same for all locales. */
export function checkKey({id, status, message}: ReadinessCheck): string {
  return `${id} ${status} ${message}`;
}

export function groupChecks(checks: readonly ReadinessCheck[]): CheckGroup[] {
  const groups = new Map<string, {check: ReadinessCheck; locales: string[]}>();
  for (const check of checks) {
    const key = checkKey(check);
    const group = groups.get(key) ?? {check, locales: []};
    if (check.locale !== undefined) group.locales.push(check.locale);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The answers of the store that a check has not found itself. */
export function newAnswers(found: readonly ReadinessCheck[], answers: readonly ReadinessCheck[]): ReadinessCheck[] {
  const own = found.filter(({status}) => status === 'error');
  return answers.filter(({message, command}) => !own.some((check) => saysSame(check, {message, command})));
}

function saysSame(check: ReadinessCheck, {message, command}: Pick<ReadinessCheck, 'message' | 'command'>): boolean {
  const words = check.locale === undefined ? check.message : `${check.message} (${check.locale})`;
  return words === message || (command !== undefined && JSON.stringify(check.command) === JSON.stringify(command));
}

/** How many things are missing: what several locales lack is one. */
export function countMissing({checks}: Readiness): number {
  return groupChecks(checks.filter(({status}) => status === 'error')).length;
}
