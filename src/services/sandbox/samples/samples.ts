import type {Platform} from '../../model/version.ts';
import type {SandboxOptions} from '../../ports.ts';
import {ONCE_FOR_SALE} from '../lifecycle/lookups.ts';
import required from '../lifecycle/required.json' with {type: 'json'};
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
  timeOf,
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
  const app = {...own, id, app: id, primaryLocale: seed.locales[0]};
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

const MAKERS: {readonly [T in Table]: (source: Source) => readonly RecordOf<T>[]} = {
  apps: ({app}) => [app],

  versions: ({versions}) => versions.slice(0, versions.length),

  builds: makeBuilds,

  submissions: (source) => reviews(source).map(([submission]) => submission),

  items: (source) => reviews(source).flatMap(([, items]) => items),

  /** Returns texts in all locales for a seed's own versions, and only in the primary locale for past versions. */
  localizations(source) {
    const {app, seed, heads, versions} = source;
    const primary = [app.primaryLocale];
    return versions.slice(0, versions.length).flatMap(({id, versionString}, index) => {
      const head = heads[index];
      return (head ? seed.locales : primary).map((locale) => {
        const texts = {
          ...required.texts,
          marketingUrl: 'https://www.example.com/',
          promotionalText: head && `Now in version ${versionString}`,
          whatsNew: head && isFirst(head, source) ? undefined : 'Small things work better.',
        };
        const isMissing = (name: string) => lacks(head, name) || lacks(head, `${name} ${locale}`);
        const present = Object.entries(texts).filter(([name]) => !isMissing(name));
        const owner = {app: app.id, version: id, locale};
        return {...Object.fromEntries(present), id: derivedId(`localizations ${locale}`, id), ...owner};
      });
    });
  },

  screenshotSets({app, seed, heads}) {
    const shown = heads.filter((head) => !lacks(head, 'screenshots'));
    return shown.flatMap((head) =>
      seed.locales.map((locale) => {
        const localization = derivedId(`localizations ${locale}`, versionId(app, head));
        const displayType = required.screenshots[head.platform];
        return {id: derivedId('screenshotSets', localization), app: app.id, localization, displayType};
      }),
    );
  },

  reviewDetails: ({app, heads}) =>
    heads
      .filter((head) => !lacks(head, 'review contact'))
      .map((head) => ({
        ...ofVersion('reviewDetails', app.id, versionId(app, head)),
        ...required.contact,
        demoAccountName: 'demo',
        demoAccountPassword: head.password,
        demoAccountRequired: head.password !== undefined,
        notes: head.password === undefined ? 'No account is needed.' : 'Please log in with the demo account.',
      })),

  phasedReleases: ({app, heads, nextDay}) =>
    heads.flatMap((head) => {
      if (!head.phased) return [];
      const due = head.phased.state === 'ACTIVE' ? nextDay : undefined;
      return {...ofVersion('phasedReleases', app.id, versionId(app, head)), ...head.phased, due};
    }),
};

const lacks = (head: VersionSeed | undefined, what: string): boolean => head?.missing?.includes(what) ?? false;

const ofVersion = (table: Table, app: string, version: string) => ({id: derivedId(table, version), app, version});

function isFirst(head: VersionSeed, {heads, pastCount}: Source): boolean {
  const others = heads.filter(({platform, state}) => platform === head.platform && ONCE_FOR_SALE.includes(state));
  return pastCount === 0 && !others.some((other) => other !== head);
}

const HOUR = 3_600_000;

type Review = [RecordOf<'submissions'>, RecordOf<'items'>[]];

interface Reviewed {
  submission: string;
  item: string;
  by: string;
}

/** The outcome of a review, by state of the version; null if the version is in no submission. */
const SUBMITTED: Readonly<Record<string, Reviewed | null>> = states.submitted;

function reviews({app, seed, heads}: Source): Review[] {
  const submission = (id: string, platform: Platform, state: string, submitted: number, updatedBy = 'developer') => {
    const sent = state !== 'READY_FOR_REVIEW' && {submittedDate: wireDate(submitted), submittedBy: 'developer'};
    return {id, app: app.id, platform, state, ...sent, updatedBy};
  };
  const item = (submission: string, owner: string, state: string) => {
    return {id: itemId(derivedId('items', owner)), app: app.id, submission, state};
  };
  const ofVersions = heads.flatMap((head): Review[] => {
    const {[head.state]: reviewed = states.reviewed} = SUBMITTED;
    if (!reviewed) return [];
    const version = versionId(app, head);
    const id = derivedId('submissions', version);
    const sent = timeOf(head.created) + 20 * HOUR;
    const record = submission(id, head.platform, reviewed.submission, sent, reviewed.by);
    return [[record, [{...item(id, id, reviewed.item), version}]]];
  });
  const seeded = seed.submissions.map(({platform, state, submitted = '', purchases = []}, index): Review => {
    const id = sampleId('submissions', app.id, `seed ${index}`);
    const bought = purchases.map((name) => sampleId('purchases', app.id, name));
    const items = bought.map((purchase) => ({...item(id, purchase, 'READY_FOR_REVIEW'), purchase}));
    return [submission(id, platform, state, Date.parse(submitted)), items];
  });
  return [...seeded.toReversed(), ...ofVersions];
}
