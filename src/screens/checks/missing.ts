import type {Readiness, ReadinessCheck} from '../../services/model/readiness.ts';
import {plural} from '../text/labels.ts';

/** Checks that say the same of several locales. */
export interface CheckGroup {
  /** The first of them; what mends it mends all. */
  check: ReadinessCheck;
  locales: readonly string[];
}

/** The same for checks that say the same of several locales. */
export function checkKey({id, status, message}: ReadinessCheck): string {
  return `${id} ${status} ${message}`;
}

/** One group for what several locales lack, in the order of the checks. */
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

/** `2 things missing`: the same words wherever they are counted. */
export function missingWords(count: number): string {
  return count === 0 ? 'nothing is missing' : `${plural(count, 'thing')} missing`;
}
