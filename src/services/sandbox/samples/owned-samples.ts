import {ONCE_FOR_SALE, SCREENSHOT_TYPE} from '../lifecycle/lookups.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import {
  type ItemRecord,
  type LocalizationRecord,
  type PhasedRecord,
  type RecordOf,
  type SubmissionRecord,
  type Table,
  wireDate,
} from '../records/shapes.ts';
import type {AppSeed, VersionSeed} from './seed.ts';
import {makeBuilds, type Source, versionId} from './version-samples.ts';

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

/** Each submission with its items, newest last. */
function reviews({app, seed, heads}: Source): [SubmissionRecord, ItemRecord[]][] {
  const item = (submission: string, owner: string, rest: Pick<ItemRecord, 'state' | 'version' | 'purchase'>) => ({
    ...{id: derivedId('items', owner), app: app.id, submission},
    ...rest,
  });
  const ofVersions = heads.toReversed().flatMap((head): [SubmissionRecord, ItemRecord[]][] => {
    const [state, itemState] = submittedAs(head) ?? [];
    if (!state || !itemState) return [];
    const version = versionId(app, head);
    const id = derivedId('submissions', version);
    const record = submission({id, app: app.id, platform: head.platform, state}, Date.parse(head.created) + 20 * HOUR);
    return [[record, [item(id, id, {state: itemState, version})]]];
  });
  const seeded = (seed.submissions ?? []).map((one, index): [SubmissionRecord, ItemRecord[]] => {
    const {platform, state, submitted = '', purchases = []} = one;
    const id = sampleId('submissions', app.id, `seed ${index}`);
    const bought = purchases.map((name) => sampleId('purchases', app.id, name));
    return [
      submission({id, app: app.id, platform, state}, Date.parse(submitted)),
      bought.map((purchase) => item(id, purchase, {state: 'READY_FOR_REVIEW', purchase})),
    ];
  });
  return [...ofVersions, ...seeded];
}

function submission(draft: Omit<SubmissionRecord, 'updatedBy'>, submitted: number): SubmissionRecord {
  const {state} = draft;
  if (state === 'READY_FOR_REVIEW') return {...draft, updatedBy: 'developer'};
  const updatedBy = state === 'COMPLETE' || state === 'UNRESOLVED_ISSUES' ? 'reviewer' : 'developer';
  return {...draft, submittedDate: wireDate(submitted), submittedBy: 'developer', updatedBy};
}

export const localesOf = ({locales = ['en-US']}: AppSeed) =>
  [...new Set([...locales, 'en-US'])] as [string, ...string[]];

/** In every locale, but for replaced versions in the primary one only. */
function makeLocalizations(source: Source): LocalizationRecord[] {
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
function isFirst(head: VersionSeed, {heads, pastCount}: Source): boolean {
  const others = heads.filter(({platform, state}) => platform === head.platform && ONCE_FOR_SALE.includes(state));
  return pastCount === 0 && !others.some((other) => other !== head);
}

/** One set per locale of each version that was not replaced. */
function makeScreenshotSets(source: Source): RecordOf<'screenshotSets'>[] {
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

function makeReviewDetails({app, heads}: Source): RecordOf<'reviewDetails'>[] {
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

function makePhasedReleases({app, heads, nextDay}: Source): PhasedRecord[] {
  return heads.flatMap((head): PhasedRecord[] => {
    if (!head.phased) return [];
    const {state = 'INACTIVE', pausedDays = 0, ...rest} = head.phased;
    const version = versionId(app, head);
    const due = state === 'ACTIVE' ? nextDay : undefined;
    return [{id: derivedId('phasedReleases', version), app: app.id, version, state, pausedDays, due, ...rest}];
  });
}

/** All of an app's, table by table. */
export const MAKERS: Readonly<Record<Table, (source: Source) => readonly RecordOf<Table>[]>> = {
  versions: ({versions}) => versions.slice(0, versions.length),
  builds: makeBuilds,
  submissions: (source) => reviews(source).map(([submission]) => submission),
  items: (source) => reviews(source).flatMap(([, items]) => items),
  localizations: makeLocalizations,
  screenshotSets: makeScreenshotSets,
  reviewDetails: makeReviewDetails,
  phasedReleases: makePhasedReleases,
};
