import {branded} from '../store/wire.ts';
import {decodeId, KIND} from './ids.ts';
import {inTurns, joined, listed, NONE, type Ordinals, slice} from './ordinals.ts';
import type {Query} from './query.ts';
import type {BuildRecord} from './records.ts';
import type {AppData} from './seed.ts';
import type {StoreView} from './view.ts';

/** Builds that match, in order: how many, and a part of them. */
export interface BuildList {
  total: number;
  take(offset: number, limit: number): BuildRecord[];
}

/** Builds of the whole store or of some apps; newest first within an app where no other order is asked for. */
export function findBuilds(view: StoreView, query: Query): BuildList {
  const found = appsOf(view, query.filters.get('app')).map((app) => ({app, ordinals: matching(view, app, query)}));
  const [order] = query.sort;
  const [only] = found;
  if (order && !(order.name === 'uploadedDate' && order.descending && found.length === 1)) return sorted(found, order);
  if (only && found.length === 1) {
    const {app, ordinals} = only;
    return {total: ordinals.length, take: (offset, limit) => slice(ordinals, offset, limit).map(app.build)};
  }
  return {
    total: found.reduce((sum, {ordinals}) => sum + ordinals.length, 0),
    take(offset, limit) {
      const taken: BuildRecord[] = [];
      let before = 0;
      for (const {app, ordinals} of found) {
        const part = slice(ordinals, Math.max(0, offset - before), limit - taken.length);
        taken.push(...part.map(app.build));
        before += ordinals.length;
        if (taken.length === limit) break;
      }
      return taken;
    },
  };
}

/** In another order every build has to be looked at. */
function sorted(
  found: readonly {app: AppData; ordinals: Ordinals}[],
  {name, descending}: Query['sort'][number],
): BuildList {
  const keyed = found.flatMap(({app, ordinals}) =>
    slice(ordinals, 0, ordinals.length).map((ordinal) => ({app, ordinal, key: sortKey(name, app, ordinal)})),
  );
  const sign = descending ? -1 : 1;
  keyed.sort((one, other) => (one.key < other.key ? -sign : one.key > other.key ? sign : 0));
  return {
    total: keyed.length,
    take: (offset, limit) => keyed.slice(offset, offset + limit).map(({app, ordinal}) => app.build(ordinal)),
  };
}

function sortKey(name: string, {seed, history}: AppData, ordinal: number): string | number {
  const upload = seed.builds[ordinal];
  const index = ordinal - seed.builds.length;
  if (name === 'uploadedDate') return upload ? Date.parse(upload.uploaded) : history.createdAt(index);
  if (name === 'version') return upload ? Number(upload.number) : history.count - index;
  return upload?.version ?? history.at(index).version;
}

function appsOf(view: StoreView, ids?: readonly string[]): AppData[] {
  if (ids) return [...new Set(ids)].flatMap((id) => view.seed.findApp(id) ?? []);
  return Array.from({length: view.seed.appCount}, (_, index) => view.seed.app(index));
}

/** Builds of one app: its uploads one by one, and those of its history without looking through it. */
function matching(view: StoreView, app: AppData, {filters, exists}: Query): Ordinals {
  const {seed, history} = app;
  const named = namedBuilds(view, app, filters);
  const isMatch = (ordinal: number) => matches(facts(app, ordinal), filters, exists);
  if (named) return listed(named.filter(isMatch));
  const uploads = listed([...seed.builds.keys()].filter(isMatch));
  const numbers = filters.get('version');
  const start = seed.builds.length;
  if (numbers) {
    const past = numbers.map((number) => start + history.count - Number(number));
    const real = past.filter((ordinal) => Number.isInteger(ordinal) && ordinal >= start && ordinal < app.buildCount);
    return joined(uploads, listed([...new Set(real)].filter(isMatch).sort((one, other) => one - other)));
  }
  // Past builds differ in number and platform only.
  const turns = history.turns(filters.get('preReleaseVersion.platform'));
  const example = turns.map((turn) => start + turn).find((ordinal) => ordinal < app.buildCount);
  const past = example !== undefined && isMatch(example);
  return joined(uploads, past ? inTurns(start, history.count, turns, history.round) : NONE);
}

/** The builds that filters by ID or version string lead to; undefined when there is no such filter. */
function namedBuilds(view: StoreView, app: AppData, filters: Query['filters']): number[] | undefined {
  const uploads = [...app.seed.builds.keys()];
  const located = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const key = decodeId(id);
      return key?.kind === KIND.build && key.app === app.index && key.ordinal < app.buildCount ? [key.ordinal] : [];
    });
  const sets: number[][] = [];
  const ids = filters.get('id');
  if (ids) sets.push(located(ids));
  const versions = filters.get(branded('~Version'));
  if (versions) sets.push(located(versions.flatMap((id) => view.version(id)?.build ?? [])));
  const strings = filters.get('preReleaseVersion.version');
  if (strings) {
    const past = strings.flatMap((version) => app.history.find(version)).map((index) => uploads.length + index);
    sets.push([...uploads.filter((ordinal) => strings.includes(app.seed.builds[ordinal]?.version ?? '')), ...past]);
  }
  const groups = filters.get('preReleaseVersion');
  if (groups) sets.push(groups.flatMap((id) => membersOf(id, app)));
  const [first, ...others] = sets;
  if (!first) return undefined;
  const inAll = [...new Set(first)].filter((ordinal) => others.every((other) => other.includes(ordinal)));
  return inAll.sort((one, other) => one - other);
}

/** Builds of a pre-release version: its ID is that of its first build. */
function membersOf(id: string, app: AppData): number[] {
  const key = decodeId(id);
  if (key?.kind !== KIND.preReleaseVersion || key.app !== app.index || key.ordinal >= app.buildCount) return [];
  const uploads = [...app.seed.builds.keys()];
  const all = uploads.includes(key.ordinal) ? uploads : [key.ordinal];
  return all.filter((ordinal) => app.build(ordinal).preReleaseVersion === id);
}

interface Facts {
  number: string;
  platform: string;
  state: string;
  expired: boolean;
}

/** What filters look at, without making the whole record. */
function facts({seed, history}: AppData, ordinal: number): Facts {
  const upload = seed.builds[ordinal];
  if (upload) {
    const {number, platform, state = 'VALID', expired = false} = upload;
    return {number, platform, state, expired};
  }
  const index = ordinal - seed.builds.length;
  return {number: String(history.count - index), platform: history.platformAt(index), state: 'VALID', expired: true};
}

function matches(
  {number, platform, state, expired}: Facts,
  filters: Query['filters'],
  exists: Query['exists'],
): boolean {
  const usesEncryption = state === 'VALID' ? 'false' : undefined;
  const wanted = exists.get('usesNonExemptEncryption');
  const values: Readonly<Record<string, string | undefined>> = {
    version: number,
    expired: String(expired),
    processingState: state,
    usesNonExemptEncryption: usesEncryption,
    'preReleaseVersion.platform': platform,
    buildAudienceType: 'APP_STORE_ELIGIBLE',
    'betaAppReviewSubmission.betaReviewState': undefined,
    betaGroups: undefined,
  };
  for (const [name, allowed] of filters) {
    if (Object.hasOwn(values, name) && !allowed.includes(values[name] ?? '')) return false;
  }
  return wanted === undefined || wanted === (usesEncryption !== undefined);
}
