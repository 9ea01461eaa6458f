import {ONCE_FOR_SALE, SCREENSHOT_TYPE} from '../lifecycle/enums.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import {
  type ItemRecord,
  type LocalizationRecord,
  type PhasedRecord,
  type RecordOf,
  type SubmissionRecord,
  wireDate,
} from '../records/shapes.ts';
import type {AppSeed, VersionSeed} from './seed.ts';
import {type Source, versionId} from './version-samples.ts';

/** What belongs to an app's versions: submissions, texts, screenshots, contacts, phased releases. */

const HOUR = 3_600_000;

/** States of the submission and its item, by state of the version; undefined if it was never added. */
const SUBMITTED: Readonly<Record<string, readonly [submission: string, item: string] | undefined>> = {
  READY_FOR_REVIEW: ['READY_FOR_REVIEW', 'READY_FOR_REVIEW'],
  WAITING_FOR_REVIEW: ['WAITING_FOR_REVIEW', 'READY_FOR_REVIEW'],
  IN_REVIEW: ['IN_REVIEW', 'READY_FOR_REVIEW'],
  REJECTED: ['UNRESOLVED_ISSUES', 'REJECTED'],
  METADATA_REJECTED: ['UNRESOLVED_ISSUES', 'REJECTED'],
  DEVELOPER_REJECTED: ['COMPLETE', 'REMOVED'],
  PREPARE_FOR_SUBMISSION: undefined,
  INVALID_BINARY: undefined,
};
const APPROVED = ['COMPLETE', 'APPROVED'] as const;

const submittedAs = ({state}: VersionSeed) => (Object.hasOwn(SUBMITTED, state) ? SUBMITTED[state] : APPROVED);

const wasSubmitted = (version: VersionSeed): boolean =>
  submittedAs(version) !== undefined && version.state !== 'READY_FOR_REVIEW';

const seededId = ({app}: Source, index: number): string => sampleId('submissions', app.id, `seed ${index}`);

/** Newest last. */
export function makeSubmissions(source: Source): SubmissionRecord[] {
  const {app, seed, heads} = source;
  const ofVersions = heads.toReversed().flatMap((version): SubmissionRecord[] => {
    const [state] = submittedAs(version) ?? [];
    if (state === undefined) return [];
    const {platform, created} = version;
    const id = derivedId('submissions', versionId(app, version));
    return [submission({id, app: app.id, platform, state}, Date.parse(created) + 20 * HOUR)];
  });
  const seeded = (seed.submissions ?? []).map(({platform, state, submitted}, index) =>
    submission({id: seededId(source, index), app: app.id, platform, state}, Date.parse(submitted ?? '')),
  );
  return [...ofVersions, ...seeded];
}

function submission(draft: Omit<SubmissionRecord, 'updatedBy'>, submitted: number): SubmissionRecord {
  const {state} = draft;
  if (state === 'READY_FOR_REVIEW') return {...draft, updatedBy: 'developer'};
  const updatedBy = state === 'COMPLETE' || state === 'UNRESOLVED_ISSUES' ? 'reviewer' : 'developer';
  return {...draft, submittedDate: wireDate(submitted), submittedBy: 'developer', updatedBy};
}

export function makeItems(source: Source): ItemRecord[] {
  const {app, seed, heads} = source;
  const versions = heads.toReversed().flatMap((head): ItemRecord[] => {
    const [, state] = submittedAs(head) ?? [];
    const version = versionId(app, head);
    const submission = derivedId('submissions', version);
    return state === undefined ? [] : [{id: derivedId('items', submission), app: app.id, submission, state, version}];
  });
  const purchases = (seed.submissions ?? []).flatMap((submission, index) =>
    (submission.purchases ?? []).map((name): ItemRecord => {
      const purchase = sampleId('purchases', app.id, name);
      const of = seededId(source, index);
      return {id: derivedId('items', purchase), app: app.id, submission: of, state: 'READY_FOR_REVIEW', purchase};
    }),
  );
  return [...versions, ...purchases];
}

export const localesOf = ({locales = ['en-US']}: AppSeed) =>
  [...new Set([...locales, 'en-US'])] as [string, ...string[]];

/** In every locale, but for replaced versions in the primary one only. */
export function makeLocalizations(source: Source): LocalizationRecord[] {
  const {app, seed, heads, versions} = source;
  const primary = [app.primaryLocale];
  // Shared by all: there may be very many.
  const description = `${seed.name}, a sample app that does not exist.`;
  return versions.slice(0, versions.length).flatMap(({id, versionString}, index) => {
    const head = heads[index];
    return (head ? localesOf(seed) : primary).map((locale): LocalizationRecord => {
      const texts = {
        description,
        keywords: 'sample,sandbox',
        marketingUrl: 'https://www.example.com/',
        supportUrl: 'https://www.example.com/support',
        promotionalText: head && `Now in version ${versionString}`,
        whatsNew: head && isFirst(head, source) ? undefined : 'Small things work better.',
      };
      for (const missing of head?.prepared?.missing ?? []) {
        if (typeof missing === 'object' && (missing.locale ?? locale) === locale)
          Object.assign(texts, {[missing.text]: undefined});
      }
      return {id: derivedId(`localizations ${locale}`, id), app: app.id, version: id, locale, ...texts};
    });
  });
}

/** No other version of the platform was ever on sale, so there is no What's New. */
function isFirst(head: VersionSeed, {seed, heads, pastCount}: Source): boolean {
  const hasPast = pastCount > 0 && seed.platforms.includes(head.platform);
  const others = heads.filter(({platform, state}) => platform === head.platform && ONCE_FOR_SALE.includes(state));
  return !hasPast && !others.some((other) => other !== head);
}

/** One set per locale of each version that was not replaced. */
export function makeScreenshotSets(source: Source): RecordOf<'screenshotSets'>[] {
  const {app, seed, heads} = source;
  return heads
    .filter(({prepared}) => !prepared?.missing?.includes('screenshots'))
    .flatMap((head) =>
      localesOf(seed).map((locale): RecordOf<'screenshotSets'> => {
        const localization = derivedId(`localizations ${locale}`, versionId(app, head));
        const displayType = SCREENSHOT_TYPE[head.platform];
        return {id: derivedId('screenshotSets', localization), app: app.id, localization, displayType};
      }),
    );
}

export function makeReviewDetails({app, heads}: Source): RecordOf<'reviewDetails'>[] {
  return heads
    .filter(
      (head) =>
        head.rich || wasSubmitted(head) || (head.prepared && !head.prepared.missing?.includes('review contact')),
    )
    .map((head): RecordOf<'reviewDetails'> => {
      const version = versionId(app, head);
      const password = head.prepared?.password;
      return {
        id: derivedId('reviewDetails', version),
        app: app.id,
        version,
        contactFirstName: 'Robin',
        contactLastName: 'Example',
        contactPhone: '+1 555 0100',
        contactEmail: 'review@example.com',
        demoAccountName: 'demo',
        demoAccountPassword: password,
        demoAccountRequired: password !== undefined,
        notes: password === undefined ? 'No account is needed.' : 'Please log in with the demo account.',
      };
    });
}

export function makePhasedReleases({app, heads, nextDay}: Source): PhasedRecord[] {
  return heads.flatMap((head): PhasedRecord[] => {
    if (!head.phased) return [];
    const {state = 'INACTIVE', pausedDays = 0, ...rest} = head.phased;
    const version = versionId(app, head);
    const due = state === 'ACTIVE' ? nextDay : undefined;
    return [{id: derivedId('phasedReleases', version), app: app.id, version, state, pausedDays, due, ...rest}];
  });
}
