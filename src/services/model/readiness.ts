import type {Remedy} from './error.ts';
import type {SuggestedCommand} from './outcome.ts';
import {appPage} from './web-pages.ts';

/** In display order. The API may not reveal whether a requirement is met. `unseen` then names what is unknown. */
export const CHECKS = {
  build: {name: 'build', missing: 'No valid build is attached'},
  encryption: {name: 'encryption', missing: 'The encryption question is not answered'},
  'whats-new': {name: "What's New", missing: "What's New is missing"},
  description: {name: 'description', missing: 'The description is missing'},
  keywords: {name: 'keywords', missing: 'The keywords are missing'},
  'support-url': {name: 'support URL', missing: 'The support URL is missing'},
  screenshots: {name: 'screenshots', missing: 'Screenshots are missing', unseen: 'a screenshot'},
  'review-contact': {
    name: 'review contact',
    missing: 'The review contact is missing or incomplete',
    unseen: 'a review contact',
  },
  'demo-account': {
    name: 'demo account',
    missing: 'A demo account is required, but it is incomplete',
    unseen: 'a demo account',
  },
  'age-rating': {name: 'age rating', missing: 'The age rating is missing', unseen: 'an age rating'},
  category: {name: 'category', missing: 'The primary category is missing'},
  'content-rights': {
    name: 'content rights',
    missing: 'The content rights declaration is missing',
    unseen: 'a content rights declaration',
  },
  copyright: {name: 'copyright', missing: 'The copyright is missing'},
  submission: {name: 'submission'},
  'release-date': {name: 'release date'},
  'not-visible': {name: 'not checked'},
  service: {name: 'the store'},
} as const satisfies Record<string, {name: string; missing?: string; unseen?: string}>;

export type CheckId = keyof typeof CHECKS;
export type Requirement = Exclude<CheckId, 'submission' | 'release-date' | 'not-visible' | 'service'>;

export interface ReadinessCheck {
  id: CheckId;
  status: 'ok' | 'error' | 'warning' | 'unknown';
  message: string;
  locale?: string;
  command?: SuggestedCommand;
  hint?: string;
  isWaived?: true;
}

export interface Readiness {
  versionId: string;
  ready: boolean;
  checks: ReadinessCheck[];
  note?: string;
}

const ORDER: readonly ReadinessCheck['status'][] = ['error', 'warning', 'unknown', 'ok'];

export function readiness(versionId: string, checks: readonly ReadinessCheck[]): Readiness {
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  return {versionId, ready: checks.every(({status}) => status !== 'error'), checks: sorted};
}

export function remedyFor(
  requirement: Requirement,
  {id, appId}: {id: string; appId?: string},
  {locale, buildId}: {locale?: string; buildId?: string} = {},
): Remedy {
  const words = CHECKS[requirement].missing;
  const version = {'version-id': id};
  switch (requirement) {
    case 'build':
      return {words, command: {command: ['versions', 'attach-build'], flags: {...version, build: 'latest'}}};
    case 'encryption':
      if (buildId === undefined) break;
      return {
        words,
        command: {command: ['builds', 'update'], flags: {'build-id': buildId}, needs: ['uses-encryption']},
        hint: 'true if it uses non-exempt encryption; the answer is final',
      };
    case 'whats-new': {
      const flags = {...version, ...(locale === undefined ? {} : {locale})};
      return {words, command: {command: ['release-notes', 'set'], flags, needs: ['text']}};
    }
    case 'copyright':
      return {words, command: {command: ['versions', 'update'], flags: version, needs: ['copyright']}};
  }
  return {words, hint: appId === undefined ? "on the app's web page" : appPage(appId)};
}

export function checkRemedy({message, locale, command, hint}: ReadinessCheck): Remedy {
  return {words: locale === undefined ? message : `${message} (${locale})`, command, hint: command ? undefined : hint};
}

export function warningsOf(checks: readonly ReadinessCheck[]): string | undefined {
  const warnings = checks.filter(({status}) => status === 'warning').map(({message}) => message);
  return warnings.join('; ') || undefined;
}

export function groupChecks(checks: readonly ReadinessCheck[]) {
  const groups = new Map<string, {check: ReadinessCheck; locales: string[]}>();
  for (const check of checks) {
    const key = `${check.id} ${check.status} ${check.message}`;
    const group = groups.get(key) ?? {check, locales: []};
    if (check.locale !== undefined) group.locales.push(check.locale);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function missingNames({checks}: Readiness): string[] {
  return groupChecks(checks.filter(({status}) => status === 'error')).map(({check}) => CHECKS[check.id].name);
}

export function countMissing(readiness: Readiness): number {
  return missingNames(readiness).length;
}

export function newAnswers(found: readonly ReadinessCheck[], answers: readonly ReadinessCheck[]): ReadinessCheck[] {
  const says = (check: ReadinessCheck, {message, command}: ReadinessCheck) =>
    message === checkRemedy(check).words ||
    (command !== undefined && JSON.stringify(check.command) === JSON.stringify(command));
  const errors = found.filter(({status}) => status === 'error');
  return answers.filter((answer) => !errors.some((check) => says(check, answer)));
}
