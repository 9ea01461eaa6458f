import {buildProblem, madeForAnother} from './build-choice.ts';
import {CHECKS, type CheckId, type ReadinessCheck, type Requirement, remedyFor} from './readiness.ts';
import {dateProblem} from './release-date.ts';
import {NOTES_LIMIT} from './release-notes.ts';
import type {SubmitCase} from './submission.ts';
import {capitalized} from './values.ts';
import type {StoreVersion} from './version.ts';
import {appPage} from './web-pages.ts';

type TextName = 'description' | 'keywords' | 'supportUrl' | 'whatsNew';

export interface LocaleTexts extends Partial<Record<TextName, string>> {
  locale: string;
  screenshotSets: number | undefined;
}

export interface ReadinessFacts {
  version: StoreVersion;
  locales: readonly LocaleTexts[];
  /** Locales without screenshots inherit the screenshots of this locale. */
  primaryLocale?: string;
  hasContentRights: boolean | undefined;
  hasCategory: boolean;
  hasAgeRating: boolean | undefined;
  reviewDetail?: {filled: ReadonlySet<string>; needsAccount: boolean} | 'unseen';
  isFirst: boolean;
  submitting: SubmitCase;
  now: number;
}

export const CONTACT = ['contactFirstName', 'contactLastName', 'contactPhone', 'contactEmail'];
export const ACCOUNT = ['demoAccountName', 'demoAccountPassword'];

type Rule<Id extends CheckId = CheckId> = (facts: ReadinessFacts, id: Id) => ReadinessCheck | ReadinessCheck[];

const RULES: {readonly [Id in Exclude<CheckId, 'service'>]: Rule<Id>} = {
  build: checkBuild,
  encryption: checkEncryption,
  'whats-new': (facts, id) =>
    facts.isFirst
      ? {...ok(id, "A first version has no What's New"), isWaived: true}
      : checkText('whatsNew', NOTES_LIMIT)(facts, id),
  description: checkText('description', 4000),
  keywords: checkText('keywords', 100),
  'support-url': checkText('supportUrl'),
  screenshots(facts, id) {
    const {locales, primaryLocale} = facts;
    const primary = locales.find(({locale}) => locale === primaryLocale) ?? locales[0];
    const {locale, screenshotSets} = primary ?? {screenshotSets: 0};
    const has = screenshotSets === undefined ? undefined : screenshotSets > 0;
    return present(id, 'Screenshots: uploaded', has, facts, locale);
  },
  'review-contact': (facts, id) => present(id, 'Review contact: complete', isFilled(CONTACT, facts), facts),
  'demo-account'(facts, id) {
    const {reviewDetail} = facts;
    const needsAccount = reviewDetail === 'unseen' || reviewDetail?.needsAccount;
    const has = !needsAccount || isFilled(ACCOUNT, facts);
    return present(id, 'Demo account: complete or not required', has, facts);
  },
  'age-rating': (facts, id) => present(id, 'Age rating: set', facts.hasAgeRating, facts),
  category: (facts, id) => present(id, 'Primary category: set', facts.hasCategory, facts),
  'content-rights': (facts, id) => present(id, 'Content rights: declared', facts.hasContentRights, facts),
  copyright: (facts, id) => present(id, 'Copyright: set', Boolean(facts.version.copyright), facts),
  submission: checkSubmission,
  'release-date': checkDate,
  'not-visible': (_, id) => unknown(id, 'Not checked: privacy answers, agreements, prices (not in the API)'),
};

export function checkReadiness(facts: ReadinessFacts): ReadinessCheck[] {
  return Object.entries(RULES).flatMap(([id, rule]) => (rule as Rule)(facts, id as CheckId));
}

const ok = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'ok', message});
const unknown = (id: CheckId, message: string): ReadinessCheck => ({id, status: 'unknown', message});

function missing(id: Requirement, {version}: ReadinessFacts, message?: string, locale?: string): ReadinessCheck {
  const {words, ...fix} = remedyFor(id, version, {locale, buildId: version.build?.id});
  return {id, status: 'error', message: message ?? words, locale, ...fix};
}

/** @param has undefined if the API does not reveal it, which does not count as missing */
function present(id: Requirement, words: string, has: boolean | undefined, facts: ReadinessFacts, locale?: string) {
  if (has !== undefined) return has ? ok(id, words) : missing(id, facts, undefined, locale);
  const {unseen}: {name: string; unseen?: string} = CHECKS[id];
  return unknown(id, `Unknown whether there is ${unseen}: the service does not say`);
}

function isFilled(names: readonly string[], {reviewDetail}: ReadinessFacts): boolean | undefined {
  return reviewDetail === 'unseen' ? undefined : names.every((name) => reviewDetail?.filled.has(name));
}

function checkBuild(facts: ReadinessFacts, id: 'build'): ReadinessCheck {
  const {build} = facts.version;
  if (!build) return missing(id, facts, 'No build is attached');
  const name = `Build ${build.version ?? build.id}`;
  if (build.processingState === undefined && !build.expired) {
    return unknown(id, `${name} is attached; its processing state is unknown`);
  }
  const problem = buildProblem(build);
  if (problem !== undefined) return missing(id, facts, `${name} ${problem}`);
  const [difference] = madeForAnother(facts.version, build);
  return difference === undefined
    ? ok(id, `${name} is attached`)
    : {id, status: 'warning', message: `${name} ${difference}`};
}

function checkEncryption(facts: ReadinessFacts, id: 'encryption'): ReadinessCheck | [] {
  const {build} = facts.version;
  if (!build) return [];
  const name = `build ${build.version ?? build.id}`;
  if (build.version === undefined && build.processingState === undefined) {
    return unknown(id, `Unknown whether the encryption question is answered for ${name}`);
  }
  return build.usesEncryption === undefined
    ? missing(id, facts, `Encryption question not answered for ${name}`)
    : ok(id, `Encryption question answered for ${name}`);
}

function checkText(name: TextName, limit = Number.POSITIVE_INFINITY): Rule<Requirement> {
  return (facts, id) => {
    const {missing: words, name: label} = CHECKS[id];
    const faults = facts.locales.flatMap(({locale, [name]: text = ''}) => {
      if (text.trim() === '') return [missing(id, facts, undefined, locale)];
      const problem = `too long: ${text.length} characters (limit ${limit})`;
      return text.length > limit ? [missing(id, facts, words.replace('missing', problem), locale)] : [];
    });
    if (faults.length > 0) return faults;
    if (facts.locales.length > 0) return ok(id, `${capitalized(label)}: all locales`);
    return missing(id, facts, `${words}: the version has no locales`);
  };
}

function checkSubmission({submitting, version: {appId, state}}: ReadinessFacts, id: CheckId): ReadinessCheck {
  switch (submitting.kind) {
    case 'blocked': {
      const error = {id, status: 'error', message: `The version ${submitting.words}`} as const;
      const {otherId, draftId} = submitting;
      if (otherId === undefined) return {...error, hint: draftId && appId ? appPage(appId) : undefined};
      return {...error, command: {command: ['versions', 'withdraw'], flags: {'version-id': otherId, confirm: true}}};
    }
    case 'canceling':
      return {id, status: 'warning', message: 'The version is being withdrawn; submit waits for that'};
    case 'under-review':
      return ok(id, `The version is already submitted: it is in ${state}`);
    case 'rejected':
      return ok(id, `Review submission ${submitting.submission.id} will be resubmitted`);
    case 'draft':
    case 'empty-draft':
      return ok(id, `Draft ${submitting.submission.id} will be used`);
    case 'new':
      return ok(id, 'No submission is in the way');
  }
}

function checkDate({version, now}: ReadinessFacts, checkId: CheckId): ReadinessCheck {
  const {id, releaseType, earliestReleaseDate: date} = version;
  if (releaseType !== 'SCHEDULED') return ok(checkId, 'No release date is set');
  const problem = dateProblem(version, now);
  if (problem === undefined) return ok(checkId, `The release is scheduled for ${date}`);
  const command = {command: ['versions', 'update'], flags: {'version-id': id}, needs: ['earliest-release-date']};
  return {id: checkId, status: 'warning', message: problem, command};
}
