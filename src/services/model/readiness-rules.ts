import {buildProblem} from './build-choice.ts';
import {CHECKS, type CheckId, type ReadinessCheck, type Requirement, remedyFor} from './readiness.ts';
import {NOTES_LIMIT} from './release-notes.ts';
import type {SubmitCase} from './submission.ts';
import type {StoreVersion} from './version.ts';
import {appPage} from './web-pages.ts';

type TextName = 'description' | 'keywords' | 'supportUrl' | 'whatsNew';

export interface LocaleTexts extends Partial<Record<TextName, string>> {
  locale: string;
  /** Undefined where the service does not say. */
  screenshotSets: number | undefined;
}

export interface ReadinessFacts {
  version: StoreVersion;
  locales: readonly LocaleTexts[];
  /** Locales without screenshots inherit those of this one. */
  primaryLocale?: string;
  hasContentRights: boolean | undefined;
  hasCategory: boolean;
  hasAgeRating: boolean | undefined;
  /** Undefined when there is none, `unseen` where the service does not show it. */
  reviewDetail?: {filled: ReadonlySet<string>; needsAccount: boolean} | 'unseen';
  isFirst: boolean;
  submitting: SubmitCase;
  now: number;
}

const CONTACT = ['contactFirstName', 'contactLastName', 'contactPhone', 'contactEmail'];
const ACCOUNT = ['demoAccountName', 'demoAccountPassword'];

type Rule = (facts: ReadinessFacts) => ReadinessCheck | ReadinessCheck[];

const RULES: Readonly<Record<Exclude<CheckId, 'service'>, Rule>> = {
  build: checkBuild,
  encryption: checkEncryption,
  'whats-new': (facts) =>
    facts.isFirst
      ? ok('whats-new', "A first version has no What's New")
      : checkText('whats-new', 'whatsNew', NOTES_LIMIT, facts),
  description: (facts) => checkText('description', 'description', 4000, facts),
  keywords: (facts) => checkText('keywords', 'keywords', 100, facts),
  'support-url': (facts) => checkText('support-url', 'supportUrl', Number.POSITIVE_INFINITY, facts),
  screenshots(facts) {
    const {locales, primaryLocale} = facts;
    const primary = locales.find(({locale}) => locale === primaryLocale) ?? locales[0];
    const has = primary && primary.screenshotSets === undefined ? undefined : (primary?.screenshotSets ?? 0) > 0;
    return judge('screenshots', has, 'Screenshots: uploaded', facts, primary?.locale);
  },
  'review-contact': (facts) => judge('review-contact', isFilled(CONTACT, facts), 'Review contact: complete', facts),
  'demo-account'(facts) {
    const {reviewDetail} = facts;
    const needsAccount = reviewDetail === 'unseen' || reviewDetail?.needsAccount;
    const has = !needsAccount || isFilled(ACCOUNT, facts);
    return judge('demo-account', has, 'Demo account: complete or not required', facts);
  },
  'age-rating': (facts) => judge('age-rating', facts.hasAgeRating, 'Age rating: set', facts),
  category: (facts) => judge('category', facts.hasCategory, 'Primary category: set', facts),
  'content-rights': (facts) => judge('content-rights', facts.hasContentRights, 'Content rights: declared', facts),
  copyright: (facts) => judge('copyright', Boolean(facts.version.copyright), 'Copyright: set', facts),
  submission: checkSubmission,
  'release-date': checkDate,
  'not-visible': () => unknown('not-visible', 'Not checked: privacy answers, agreements, prices (not in the API)'),
};

export function checkReadiness(facts: ReadinessFacts): ReadinessCheck[] {
  return Object.values(RULES).flatMap((rule) => rule(facts));
}

const ok = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'ok', message});
const unknown = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'unknown', message});

function missing(
  requirement: Requirement,
  {version}: ReadinessFacts,
  {message, locale}: {message?: string; locale?: string} = {},
): ReadinessCheck {
  const {words, ...fix} = remedyFor(requirement, version, {locale, buildId: version.build?.id});
  return {id: requirement, status: 'error', message: message ?? words, locale, ...fix};
}

/** `isPresent` is undefined where the service does not show it, which does not count as missing. */
function judge(id: Requirement, isPresent: boolean | undefined, words: string, facts: ReadinessFacts, locale?: string) {
  if (isPresent !== undefined) return isPresent ? ok(id, words) : missing(id, facts, {locale});
  const {unseen}: {name: string; unseen?: string} = CHECKS[id];
  return unknown(id, `Unknown whether there is ${unseen}: the service does not say`);
}

function isFilled(names: readonly string[], {reviewDetail}: ReadinessFacts): boolean | undefined {
  return reviewDetail === 'unseen' ? undefined : names.every((name) => reviewDetail?.filled.has(name));
}

function checkBuild(facts: ReadinessFacts): ReadinessCheck {
  const {build} = facts.version;
  if (!build) return missing('build', facts, {message: 'No build is attached'});
  const name = `Build ${build.version ?? build.id}`;
  if (build.processingState === undefined && !build.expired) {
    return unknown('build', `${name} is attached; its processing state is unknown`);
  }
  const problem = buildProblem(build);
  return problem === undefined
    ? ok('build', `${name} is attached`)
    : missing('build', facts, {message: `${name} ${problem}`});
}

function checkEncryption(facts: ReadinessFacts): ReadinessCheck | [] {
  const {build} = facts.version;
  if (!build) return [];
  const name = `build ${build.version ?? build.id}`;
  if (build.version === undefined && build.processingState === undefined) {
    return unknown('encryption', `Unknown whether the encryption question is answered for ${name}`);
  }
  return build.usesEncryption === undefined
    ? missing('encryption', facts, {message: `Encryption question not answered for ${name}`})
    : ok('encryption', `Encryption question answered for ${name}`);
}

function checkText(id: Requirement, name: TextName, limit: number, facts: ReadinessFacts): ReadinessCheck[] {
  const {missing: words, name: label} = CHECKS[id];
  const faults = facts.locales.flatMap(({locale, [name]: text = ''}) => {
    if (text.trim() === '') return [missing(id, facts, {locale})];
    const problem = `too long: ${text.length} characters (limit ${limit})`;
    return text.length > limit ? [missing(id, facts, {message: words.replace('missing', problem), locale})] : [];
  });
  if (faults.length > 0) return faults;
  if (facts.locales.length > 0) return [ok(id, `${label[0]?.toUpperCase()}${label.slice(1)}: all locales`)];
  return [missing(id, facts, {message: `${words}: the version has no locales`})];
}

function checkSubmission({submitting: found, version: {appId, state}}: ReadinessFacts): ReadinessCheck {
  const id = 'submission';
  switch (found.kind) {
    case 'blocked': {
      const error = {id, status: 'error', message: `The version ${found.words}`} as const;
      const {otherId, draftId} = found;
      if (otherId === undefined) return {...error, hint: draftId && appId ? appPage(appId) : undefined};
      return {...error, command: {command: ['versions', 'withdraw'], flags: {'version-id': otherId, confirm: true}}};
    }
    case 'canceling':
      return {id, status: 'warning', message: 'The version is being withdrawn; submit waits for that'};
    case 'under-review':
      return ok(id, `The version is already submitted: it is in ${state}`);
    case 'rejected':
      return ok(id, `Review submission ${found.submission.id} will be resubmitted`);
    case 'draft':
    case 'empty-draft':
      return ok(id, `Draft ${found.submission.id} will be used`);
    case 'new':
      return ok(id, 'No submission is in the way');
  }
}

function checkDate({version, now}: ReadinessFacts): ReadinessCheck {
  const {id, releaseType, earliestReleaseDate} = version;
  const flags = {'version-id': id};
  const command = {command: ['versions', 'update'], flags, needs: ['earliest-release-date']};
  const warning = (message: string): ReadinessCheck => ({id: 'release-date', status: 'warning', message, command});
  if (releaseType !== 'SCHEDULED') return ok('release-date', 'No release date is set');
  if (earliestReleaseDate === undefined) return warning('The release is scheduled without a date');
  if (Date.parse(earliestReleaseDate) < now) return warning(`The release date ${earliestReleaseDate} is in the past`);
  return ok('release-date', `The release is scheduled for ${earliestReleaseDate}`);
}
