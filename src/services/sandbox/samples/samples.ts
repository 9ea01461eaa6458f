import type {SandboxOptions} from '../../ports.ts';
import {ONCE_FOR_SALE, SCREENSHOT_TYPE} from '../lifecycle/lookups.ts';
import {CONTACT, TEXTS} from '../lifecycle/readiness.ts';
import states from '../lifecycle/states.json' with {type: 'json'};
import {type RecordOf, type Table, wireDate} from '../records/shapes.ts';
import {type AppSamples, derivedId, itemId, type Samples, sampleId} from '../records/store.ts';
import {
  type AppSeed,
  makeBuilds,
  makeVersions,
  NAMED_APPS,
  numberedApp,
  type Source,
  type VersionSeed,
  versionId,
} from './version-samples.ts';

const FIRST_ID = 6446048371;
const ID_STEP = 7919;

export const sampleAppId = (index: number): string => String(FIRST_ID + index * ID_STEP);

type Options = Pick<SandboxOptions, 'apps' | 'versions'> & {nextDay?: number};

export function createSamples(options: Options = {}): Samples {
  const ids = Array.from({length: options.apps ?? NAMED_APPS.length}, (_, index) => sampleAppId(index));
  return new Map(ids.map((id, index) => [id, samplesOf(id, NAMED_APPS[index] ?? numberedApp(index + 1), options)]));
}

function samplesOf(id: string, seed: AppSeed, {versions: wanted, nextDay}: Options): AppSamples {
  const {name, bundleId, sku, lacks, alwaysRejected, rejectedBuild} = seed;
  const own = {name, bundleId, sku, lacks, alwaysRejected, rejectedBuild};
  const app = {...own, id, app: id, primaryLocale: localesOf(seed)[0]};
  const heads = seed.versions.slice(0, wanted);
  const draft = {app, seed, heads, pastCount: wanted === undefined ? seed.history.count : wanted - heads.length};
  const source: Source = {...draft, nextDay, versions: makeVersions(draft)};
  const tables = new Map<Table, readonly RecordOf<Table>[]>();
  const indexes = new Map<Table, ReadonlyMap<string, RecordOf<Table>>>();

  function all<T extends Table>(table: T): readonly RecordOf<T>[] {
    const records = tables.get(table) ?? MAKERS[table](source);
    tables.set(table, records);
    return records as readonly RecordOf<T>[];
  }

  function find<T extends Table>(table: T, id: string): RecordOf<T> | undefined {
    const index = indexes.get(table) ?? new Map(all(table).map((record) => [record.id, record]));
    indexes.set(table, index);
    return index.get(id) as RecordOf<T> | undefined;
  }

  return {versions: source.versions, all, find};
}

const localesOf = ({locales = ['en-US']}: AppSeed) => [...new Set([...locales, 'en-US'])] as [string, ...string[]];

const MAKERS: {readonly [T in Table]: (source: Source) => readonly RecordOf<T>[]} = {
  apps: ({app}) => [app],

  versions: ({versions}) => versions.slice(0, versions.length),

  builds: makeBuilds,

  submissions: (source) => reviews(source).map(([submission]) => submission),

  items: (source) => reviews(source).flatMap(([, items]) => items),

  /** A seed's own versions have texts in all locales, past versions only in the primary locale. */
  localizations(source) {
    const {app, seed, heads, versions} = source;
    const primary = [app.primaryLocale];
    return versions.slice(0, versions.length).flatMap(({id, versionString}, index) => {
      const head = heads[index];
      return (head ? localesOf(seed) : primary).map((locale) => {
        const texts = {
          ...TEXTS,
          marketingUrl: 'https://www.example.com/',
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
  },

  screenshotSets({app, seed, heads}) {
    const shown = heads.filter(({prepared}) => !prepared?.missing?.includes('screenshots'));
    return shown.flatMap((head) =>
      localesOf(seed).map((locale) => {
        const localization = derivedId(`localizations ${locale}`, versionId(app, head));
        const displayType = SCREENSHOT_TYPE[head.platform];
        return {id: derivedId('screenshotSets', localization), app: app.id, localization, displayType};
      }),
    );
  },

  reviewDetails: ({app, heads}) =>
    heads.filter(hasContact).map((head) => {
      const password = head.prepared?.password;
      return {
        ...ofVersion('reviewDetails', app.id, versionId(app, head)),
        ...CONTACT,
        demoAccountName: 'demo',
        demoAccountPassword: password,
        demoAccountRequired: password !== undefined,
        notes: password === undefined ? 'No account is needed.' : 'Please log in with the demo account.',
      };
    }),

  phasedReleases: ({app, heads, nextDay}) =>
    heads.flatMap((head) => {
      if (!head.phased) return [];
      const {state = 'INACTIVE', pausedDays = 0, ...rest} = head.phased;
      const due = state === 'ACTIVE' ? nextDay : undefined;
      return {...ofVersion('phasedReleases', app.id, versionId(app, head)), state, pausedDays, due, ...rest};
    }),
};

const ofVersion = (table: Table, app: string, version: string) => ({id: derivedId(table, version), app, version});

function isFirst(head: VersionSeed, {heads, pastCount}: Source): boolean {
  const others = heads.filter(({platform, state}) => platform === head.platform && ONCE_FOR_SALE.includes(state));
  return pastCount === 0 && !others.some((other) => other !== head);
}

function hasContact({prepared, state}: VersionSeed): boolean {
  return prepared ? !prepared.missing?.includes('review contact') : state !== 'PREPARE_FOR_SUBMISSION';
}

const HOUR = 3_600_000;

/** The states of the submission and of its item, by state of the version; null if it is in no submission. */
const SUBMITTED: Readonly<Record<string, readonly string[] | null>> = states.submitted;
const APPROVED = ['COMPLETE', 'APPROVED'];

const submittedAs = (state: string) => (Object.hasOwn(SUBMITTED, state) ? (SUBMITTED[state] ?? undefined) : APPROVED);

type Held = Pick<RecordOf<'items'>, 'state' | 'version' | 'purchase'>;
type Review = [RecordOf<'submissions'>, RecordOf<'items'>[]];

function reviews({app, seed, heads}: Source): Review[] {
  const item = (submission: string, owner: string, held: Held) => {
    return {id: itemId(derivedId('items', owner)), app: app.id, submission, ...held};
  };
  const ofVersions = heads.toReversed().flatMap((head): Review[] => {
    const [state, itemState] = submittedAs(head.state) ?? [];
    if (!state || !itemState) return [];
    const version = versionId(app, head);
    const id = derivedId('submissions', version);
    const sent = submission({id, app: app.id, platform: head.platform, state}, Date.parse(head.created) + 20 * HOUR);
    const record = itemState === 'REMOVED' ? {...sent, updatedBy: 'developer'} : sent;
    return [[record, [item(id, id, {state: itemState, version})]]];
  });
  const seeded = (seed.submissions ?? []).map((one, index): Review => {
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

function submission(draft: Omit<RecordOf<'submissions'>, 'updatedBy'>, submitted: number): RecordOf<'submissions'> {
  const {state} = draft;
  if (state === 'READY_FOR_REVIEW') return {...draft, updatedBy: 'developer'};
  const updatedBy = state === 'COMPLETE' || state === 'UNRESOLVED_ISSUES' ? 'reviewer' : 'developer';
  return {...draft, submittedDate: wireDate(submitted), submittedBy: 'developer', updatedBy};
}
