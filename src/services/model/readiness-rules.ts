import {buildProblem} from './build-choice.ts';
import {CHECKS, type CheckId, type ReadinessCheck, type Requirement, remedyFor, type Unseen} from './readiness.ts';
import {NOTES_LIMIT} from './release-notes.ts';
import type {SubmitCase} from './submit-case.ts';
import type {Build, StoreVersion} from './version.ts';
import {appPage} from './web-pages.ts';

/** The texts of a version in one language. */
export interface LocaleTexts {
  locale: string;
  description?: string;
  keywords?: string;
  supportUrl?: string;
  whatsNew?: string;
  /** Undefined where the service does not say. */
  screenshotSets: number | undefined;
}

/** Everything that the API shows of what review asks for. */
export interface ReadinessFacts {
  version: StoreVersion;
  locales: readonly LocaleTexts[];
  /** Locales without screenshots show those of this one. */
  primaryLocale?: string;
  hasContentRights: boolean | undefined;
  hasCategory: boolean;
  /** Undefined where the service does not show it. */
  hasAgeRating: boolean | undefined;
  /** Its members that are filled in; undefined when there is none, `unseen` where the service does not show it. */
  reviewDetail?: {filled: ReadonlySet<string>; needsAccount: boolean} | 'unseen';
  /** Nothing was released before it, so that there is nothing new to describe. */
  isFirst: boolean;
  submitting: SubmitCase;
  /** Milliseconds since the epoch. */
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
      ? {id: 'whats-new', status: 'ok', message: "A first version has no What's New"}
      : checkText('whats-new', "What's New is", ({whatsNew}) => whatsNew, NOTES_LIMIT, facts),
  description: (facts) => checkText('description', 'The description is', (texts) => texts.description, 4000, facts),
  keywords: (facts) => checkText('keywords', 'The keywords are', (texts) => texts.keywords, 100, facts),
  'support-url': (facts) =>
    checkText('support-url', 'The support URL is', (texts) => texts.supportUrl, undefined, facts),
  screenshots(facts) {
    const {locales, primaryLocale} = facts;
    const primary = locales.find(({locale}) => locale === primaryLocale) ?? locales[0];
    const has = primary && primary.screenshotSets === undefined ? undefined : (primary?.screenshotSets ?? 0) > 0;
    return judge('screenshots', has, 'There are screenshots', facts, primary?.locale);
  },
  'review-contact': (facts) => judge('review-contact', isFilled(CONTACT, facts), 'The reviewer has a contact', facts),
  'demo-account'(facts) {
    const {reviewDetail} = facts;
    const needsAccount = reviewDetail === 'unseen' || reviewDetail?.needsAccount;
    const has = !needsAccount || isFilled(ACCOUNT, facts);
    return judge('demo-account', has, 'The demo account is there, or not required', facts);
  },
  'age-rating': (facts) => judge('age-rating', facts.hasAgeRating, 'The age rating is answered', facts),
  category: (facts) => (facts.hasCategory ? ok('category', 'There is a primary category') : missing('category', facts)),
  'content-rights': (facts) => judge('content-rights', facts.hasContentRights, 'Content rights are declared', facts),
  copyright: (facts) =>
    facts.version.copyright ? ok('copyright', 'There is a copyright') : missing('copyright', facts),
  submission: checkSubmission,
  'release-date': checkDate,
  'not-visible': () => unknown('not-visible', 'Privacy answers, agreements and prices: the API does not show them'),
};

/** What keeps a version from being submitted, and what does not. */
export function checkReadiness(facts: ReadinessFacts): ReadinessCheck[] {
  return Object.values(RULES).flatMap((rule) => rule(facts));
}

const ok = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'ok', message});
const unknown = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'unknown', message});

/** @param message instead of the usual one */
function missing(
  requirement: Requirement,
  {version}: ReadinessFacts,
  {message, locale}: {message?: string; locale?: string} = {},
): ReadinessCheck {
  const {words, ...fix} = remedyFor(requirement, version, {locale, buildId: version.build?.id});
  return {id: requirement, status: 'error', message: message ?? words, locale, ...fix};
}

/** @param isThere undefined where the service does not show it: that is not taken for missing */
function judge(
  id: Unseen,
  isThere: boolean | undefined,
  message: string,
  facts: ReadinessFacts,
  locale?: string,
): ReadinessCheck {
  if (isThere === undefined) {
    return unknown(id, `Whether there is ${CHECKS[id].unseen} is not known: the service did not show it`);
  }
  return isThere ? ok(id, message) : missing(id, facts, {locale});
}

function isFilled(names: readonly string[], {reviewDetail}: ReadinessFacts): boolean | undefined {
  return reviewDetail === 'unseen' ? undefined : names.every((name) => reviewDetail?.filled.has(name));
}

const nameOf = ({id, version = id}: Build) => `Build ${version}`;

function checkBuild(facts: ReadinessFacts): ReadinessCheck {
  const {build} = facts.version;
  if (!build) return missing('build', facts, {message: 'No build is attached'});
  const name = nameOf(build);
  if (build.processingState === undefined && !build.expired) {
    return unknown('build', `${name} is attached; how far it is processed is not known`);
  }
  const problem = buildProblem(build);
  return problem === undefined
    ? ok('build', `${name} is attached`)
    : missing('build', facts, {message: `${name} ${problem}`});
}

function checkEncryption(facts: ReadinessFacts): ReadinessCheck | [] {
  const {build} = facts.version;
  if (!build) return [];
  const name = nameOf(build);
  if (build.version === undefined && build.processingState === undefined) {
    return unknown('encryption', `${name} is attached; its answer about encryption is not known`);
  }
  return build.usesEncryption === undefined
    ? missing('encryption', facts, {message: `${name} has no answer about encryption`})
    : ok('encryption', `${name} has its answer about encryption`);
}

/** A text in each locale; one line where all is well. @param subject and its verb: `The keywords are` */
function checkText(
  id: Requirement,
  subject: string,
  textOf: (texts: LocaleTexts) => string | undefined,
  limit: number | undefined,
  facts: ReadinessFacts,
): ReadinessCheck[] {
  const name = subject.replace(/ \w+$/, '');
  const faults = facts.locales.flatMap((texts) => {
    const text = textOf(texts);
    const problem = !text?.trim()
      ? 'missing'
      : limit !== undefined && text.length > limit
        ? `too long: ${text.length} characters, ${limit} are the limit`
        : undefined;
    return problem ? [missing(id, facts, {message: `${subject} ${problem}`, locale: texts.locale})] : [];
  });
  if (faults.length > 0) return faults;
  if (facts.locales.length > 0) return [ok(id, `${name}: there in every locale`)];
  return [missing(id, facts, {message: `${name} is missing: there is no locale`})];
}

function checkSubmission({submitting: found, version: {appId}}: ReadinessFacts): ReadinessCheck {
  switch (found.kind) {
    case 'blocked':
      return {
        id: 'submission',
        status: 'error',
        message: `The version ${found.words}`,
        command: found.otherId === undefined ? undefined : withdraw(found.otherId),
        hint: found.otherId === undefined && found.draftId && appId ? appPage(appId) : undefined,
      };
    case 'canceling':
      return {
        id: 'submission',
        status: 'warning',
        message: 'The version is being withdrawn: submitting waits for that',
      };
    case 'under-review':
      return ok('submission', 'The version is submitted');
    case 'rejected':
      return ok('submission', `Review submission ${found.submission.id} takes the version again`);
    case 'draft':
    case 'empty-draft':
      return ok('submission', `Draft ${found.submission.id} is used`);
    case 'new':
      return ok('submission', 'No submission is in the way');
  }
}

const withdraw = (id: string) => ({
  command: ['versions', 'withdraw'],
  flags: {'version-id': id, confirm: true as const},
});

function checkDate({version, now}: ReadinessFacts): ReadinessCheck {
  const {id, releaseType, earliestReleaseDate} = version;
  const flags = {'version-id': id, 'earliest-release-date': 'DATE-TIME'};
  const warning = (message: string): ReadinessCheck => ({
    id: 'release-date',
    status: 'warning',
    message,
    command: {command: ['versions', 'update'], flags},
  });
  if (releaseType !== 'SCHEDULED') return ok('release-date', 'No release date is set');
  if (earliestReleaseDate === undefined) return warning('The release is scheduled without a date');
  if (Date.parse(earliestReleaseDate) < now) return warning(`The release date ${earliestReleaseDate} is in the past`);
  return ok('release-date', `The release is scheduled for ${earliestReleaseDate}`);
}
