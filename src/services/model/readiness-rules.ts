import {buildProblem} from './build-choice.ts';
import type {Remedy} from './error.ts';
import type {ReadinessCheck} from './readiness.ts';
import {NOTES_LIMIT} from './release-notes.ts';
import {type Requirement, remedyFor} from './requirements.ts';
import type {SubmitCase} from './submit-case.ts';
import type {StoreVersion} from './version.ts';
import {appPage} from './web-pages.ts';

/** The texts of a version in one language. */
export interface LocaleTexts {
  locale: string;
  description?: string;
  keywords?: string;
  supportUrl?: string;
  whatsNew?: string;
  /** How many sets of screenshots it has. */
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
  /** Members of the review detail that are filled in; undefined when there is none, `unseen` where the service does not show it. */
  reviewDetail?: {filled: ReadonlySet<string>; needsAccount: boolean} | 'unseen';
  /** Nothing was released before it, so that there is nothing new to describe. */
  isFirst: boolean;
  submitting: SubmitCase;
  /** Milliseconds since the epoch. */
  now: number;
}

const CONTACT = ['contactFirstName', 'contactLastName', 'contactPhone', 'contactEmail'];
const ACCOUNT = ['demoAccountName', 'demoAccountPassword'];

const LIMITS = {description: 4000, keywords: 100, whatsNew: NOTES_LIMIT};

/** What keeps a version from being submitted, and what does not. */
export function checkReadiness(facts: ReadinessFacts): ReadinessCheck[] {
  const {version} = facts;
  const has = (requirement: Requirement, isThere: boolean | undefined, ok: string): ReadinessCheck =>
    isThere === undefined
      ? unseen(requirement)
      : isThere
        ? {id: requirement, status: 'ok', message: ok}
        : missing(requirement, facts);
  const isUnseen = facts.reviewDetail === 'unseen';
  const reviewDetail = facts.reviewDetail === 'unseen' ? undefined : facts.reviewDetail;
  const isFilled = (names: readonly string[]) => names.every((name) => reviewDetail?.filled.has(name));
  const hasAccount = !reviewDetail?.needsAccount || isFilled(ACCOUNT);
  return [
    ...checkBuild(facts),
    ...checkTexts(facts),
    checkScreenshots(facts),
    has('review-contact', isUnseen ? undefined : isFilled(CONTACT), 'The reviewer has a contact'),
    has('demo-account', isUnseen ? undefined : hasAccount, 'The demo account is there, or not required'),
    has('age-rating', facts.hasAgeRating, 'The age rating is answered'),
    has('category', facts.hasCategory, 'There is a primary category'),
    has('content-rights', facts.hasContentRights, 'Content rights are declared'),
    has('copyright', Boolean(version.copyright), 'There is a copyright'),
    checkSubmission(facts),
    checkDate(facts),
    {
      id: 'not-visible',
      status: 'unknown',
      message: 'Privacy answers, agreements and prices: the API does not show them',
    },
  ];
}

interface Exception extends Partial<Remedy> {
  locale?: string;
}

const UNSEEN: Readonly<Partial<Record<Requirement, string>>> = {
  screenshots: 'a screenshot',
  'review-contact': 'a contact for the reviewer',
  'demo-account': 'a demo account',
  'age-rating': 'an age rating',
  'content-rights': 'a declaration of content rights',
};

/** What the service links to and does not show is not taken for missing. */
function unseen(requirement: Requirement): ReadinessCheck {
  const message = `Whether there is ${UNSEEN[requirement]} is not known: the service did not show it`;
  return {id: requirement, status: 'unknown', message};
}

function missing(requirement: Requirement, {version}: ReadinessFacts, {words, locale}: Exception = {}): ReadinessCheck {
  const remedy = remedyFor(requirement, version, {locale, buildId: version.build?.id});
  const {words: message, ...how} = remedy;
  return {id: requirement, status: 'error', message: words ?? message, locale, ...how};
}

function checkBuild(facts: ReadinessFacts): ReadinessCheck[] {
  const {build} = facts.version;
  if (!build) return [missing('build', facts, {words: 'No build is attached'})];
  const name = `Build ${build.version ?? build.id}`;
  const problem = buildProblem(build);
  const isKnown = build.version !== undefined || build.processingState !== undefined;
  const answer: ReadinessCheck = !isKnown
    ? {id: 'encryption', status: 'unknown', message: `${name} is attached; its answer about encryption is not known`}
    : build.usesEncryption === undefined
      ? missing('encryption', facts, {words: `${name} has no answer about encryption`})
      : {id: 'encryption', status: 'ok', message: `${name} has its answer about encryption`};
  if (build.processingState === undefined && !build.expired) {
    return [
      {id: 'build', status: 'unknown', message: `${name} is attached; how far it is processed is not known`},
      answer,
    ];
  }
  if (problem !== undefined) return [missing('build', facts, {words: `${name} ${problem}`}), answer];
  return [{id: 'build', status: 'ok', message: `${name} is attached`}, answer];
}

const TEXTS = [
  {id: 'whats-new', name: 'whatsNew', words: "What's New"},
  {id: 'description', name: 'description', words: 'The description'},
  {id: 'keywords', name: 'keywords', words: 'The keywords'},
  {id: 'support-url', name: 'supportUrl', words: 'The support URL'},
] as const;

/** Each text in each locale; one line where all is well. */
function checkTexts(facts: ReadinessFacts): ReadinessCheck[] {
  return TEXTS.flatMap(({id, name, words}): ReadinessCheck[] => {
    if (id === 'whats-new' && facts.isFirst) {
      return [{id, status: 'ok', message: "A first version has no What's New"}];
    }
    const faults = facts.locales.flatMap(({locale, ...texts}) => {
      const problem = textProblem(name, texts[name]);
      return problem === undefined ? [] : [missing(id, facts, {words: `${words} ${problem}`, locale})];
    });
    if (faults.length > 0) return faults;
    if (facts.locales.length === 0) return [missing(id, facts, {words: `${words} is missing: there is no locale`})];
    return [{id, status: 'ok', message: `${words}: there in every locale`}];
  });
}

function textProblem(name: (typeof TEXTS)[number]['name'], text: string | undefined): string | undefined {
  const [verb, limit] = [name === 'keywords' ? 'are' : 'is', name === 'supportUrl' ? undefined : LIMITS[name]];
  if (!text?.trim()) return `${verb} missing`;
  if (limit === undefined || text.length <= limit) return undefined;
  return `${verb} too long: ${text.length} characters, ${limit} are the limit`;
}

function checkScreenshots(facts: ReadinessFacts): ReadinessCheck {
  const {locales, primaryLocale} = facts;
  const primary = locales.find(({locale}) => locale === primaryLocale) ?? locales[0];
  if (primary && primary.screenshotSets === undefined) return unseen('screenshots');
  if ((primary?.screenshotSets ?? 0) > 0) return {id: 'screenshots', status: 'ok', message: 'There are screenshots'};
  return missing('screenshots', facts, {locale: primary?.locale});
}

function checkSubmission({submitting: found, version: {appId}}: ReadinessFacts): ReadinessCheck {
  const ok = (message: string): ReadinessCheck => ({id: 'submission', status: 'ok', message});
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
      return ok('The version is submitted');
    case 'rejected':
      return ok(`Review submission ${found.submission.id} takes the version again`);
    case 'draft':
    case 'empty-draft':
      return ok(`Draft ${found.submission.id} is used`);
    case 'new':
      return ok('No submission is in the way');
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
  if (releaseType !== 'SCHEDULED') return {id: 'release-date', status: 'ok', message: 'No release date is set'};
  if (earliestReleaseDate === undefined) return warning('The release is scheduled without a date');
  if (Date.parse(earliestReleaseDate) < now) return warning(`The release date ${earliestReleaseDate} is in the past`);
  return {id: 'release-date', status: 'ok', message: `The release is scheduled for ${earliestReleaseDate}`};
}
