import type {Remedy} from './error.ts';
import type {CheckCommand} from './outcome.ts';
import {appPage} from './web-pages.ts';

/**
 * Everything that a version is checked for, in order: its name in a list, the message where it is missing, and
 * what is not known to be there where the service does not show it.
 */
export const CHECKS = {
  build: {name: 'build', missing: 'No build that can be reviewed is attached'},
  encryption: {name: 'encryption', missing: 'The build has no answer about encryption'},
  'whats-new': {name: "What's New", missing: "What's New is missing"},
  description: {name: 'description', missing: 'The description is missing'},
  keywords: {name: 'keywords', missing: 'The keywords are missing'},
  'support-url': {name: 'support page', missing: 'The support URL is missing'},
  screenshots: {name: 'screenshots', missing: 'Screenshots are missing', unseen: 'a screenshot'},
  'review-contact': {
    name: 'review contact',
    missing: 'The contact for the reviewer is missing or incomplete',
    unseen: 'a contact for the reviewer',
  },
  'demo-account': {
    name: 'demo account',
    missing: 'The demo account is required and incomplete',
    unseen: 'a demo account',
  },
  'age-rating': {name: 'age rating', missing: 'The age rating is not answered', unseen: 'an age rating'},
  category: {name: 'category', missing: 'The primary category is missing'},
  'content-rights': {
    name: 'content rights',
    missing: 'The declaration of content rights is missing',
    unseen: 'a declaration of content rights',
  },
  copyright: {name: 'copyright', missing: 'The copyright is missing'},
  /** Another submission in the way. */
  submission: {name: 'submission'},
  'release-date': {name: 'release date'},
  /** What the API does not show. */
  'not-visible': {name: 'what is not visible'},
  /** What the service itself found. */
  service: {name: 'the store'},
} as const satisfies Record<string, {name: string; missing?: string; unseen?: string}>;

export type CheckId = keyof typeof CHECKS;
/** What a version must have before review takes it. */
export type Requirement = Exclude<CheckId, 'submission' | 'release-date' | 'not-visible' | 'service'>;

export interface ReadinessCheck {
  id: CheckId;
  status: 'ok' | 'error' | 'warning' | 'unknown';
  message: string;
  /** Where one locale is meant. */
  locale?: string;
  /** What fixes it. */
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

/** What is missing, and its fix: a command where the tool has one, else the page where it is done. */
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
        command: {command: ['builds', 'update'], flags: {'build-id': buildId, 'uses-encryption': 'false'}},
        hint: 'false, or true if it uses encryption that is not exempt',
      };
    case 'whats-new': {
      const flags = {...version, ...(locale === undefined ? {} : {locale}), text: 'TEXT'};
      return {words, command: {command: ['release-notes', 'set'], flags}};
    }
    case 'copyright':
      return {words, command: {command: ['versions', 'update'], flags: {...version, copyright: 'TEXT'}}};
  }
  return {words, hint: appId === undefined ? 'on the web page of the app' : appPage(appId)};
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

/** How many things are missing: what several locales lack is one. */
export function countMissing({checks}: Readiness): number {
  return groupChecks(checks.filter(({status}) => status === 'error')).length;
}

/** The service's answers that a check has not found itself. */
export function newAnswers(found: readonly ReadinessCheck[], answers: readonly ReadinessCheck[]): ReadinessCheck[] {
  const says = (check: ReadinessCheck, {message, command}: ReadinessCheck) =>
    message === (check.locale === undefined ? check.message : `${check.message} (${check.locale})`) ||
    (command !== undefined && JSON.stringify(check.command) === JSON.stringify(command));
  const errors = found.filter(({status}) => status === 'error');
  return answers.filter((answer) => !errors.some((check) => says(check, answer)));
}
