import {branded} from '../store/wire.ts';
import {decodeId, KIND} from './ids.ts';
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
export function findBuilds(view: StoreView, {filters, exists, sort}: Query): BuildList {
  const apps = appsOf(view, filters.get('app'));
  const places: Place[] = [];
  for (const app of apps) {
    for (const ordinal of candidates(view, app, filters)) {
      if (matches(facts(app, ordinal), filters, exists)) places.push({app, ordinal});
    }
  }
  const [order] = sort;
  if (order?.name === 'uploadedDate' && apps.length === 1) {
    if (!order.descending) places.reverse();
  } else if (order) {
    const keyed = places.map((place) => ({place, key: SORT_KEYS[order.name]?.(place) ?? ''}));
    keyed.sort((one, other) => compare(one.key, other.key) * (order.descending ? -1 : 1));
    return list(keyed.map(({place}) => place));
  }
  return list(places);
}

interface Place {
  app: AppData;
  ordinal: number;
}

function list(places: readonly Place[]): BuildList {
  return {
    total: places.length,
    take: (offset, limit) => places.slice(offset, offset + limit).map(({app, ordinal}) => app.build(ordinal)),
  };
}

function appsOf(view: StoreView, ids?: readonly string[]): AppData[] {
  if (ids) return [...new Set(ids)].flatMap((id) => view.seed.findApp(id) ?? []);
  return Array.from({length: view.seed.appCount}, (_, index) => view.seed.app(index));
}

/** Builds of an app that may match: IDs and version strings lead to them, so that a long history is not searched. */
function candidates(view: StoreView, app: AppData, filters: Query['filters']): Iterable<number> {
  const sets: (readonly number[])[] = [];
  const located = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const key = decodeId(id);
      return key?.kind === KIND.build && key.app === app.index && key.ordinal < app.buildCount ? [key.ordinal] : [];
    });
  const uploads = app.seed.builds;
  const ids = filters.get('id');
  if (ids) sets.push(located(ids));
  const versions = filters.get(branded('~Version'));
  if (versions) sets.push(located(versions.flatMap((id) => view.version(id)?.build ?? [])));
  const strings = filters.get('preReleaseVersion.version');
  if (strings) {
    const past = strings.flatMap((version) => app.history.find(version)).map((index) => uploads.length + index);
    sets.push([...uploads.keys()].filter((ordinal) => strings.includes(uploads[ordinal]?.version ?? '')).concat(past));
  }
  const groups = filters.get('preReleaseVersion');
  if (groups) sets.push(groups.flatMap((id) => membersOf(id, app)));
  const [first, ...others] = sets;
  if (!first) return Array.from({length: app.buildCount}, (_, ordinal) => ordinal);
  return [...new Set(first)]
    .filter((ordinal) => others.every((other) => other.includes(ordinal)))
    .sort((one, other) => one - other);
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
function facts(app: AppData, ordinal: number): Facts {
  const uploads = app.seed.builds.length;
  const upload = app.seed.builds[ordinal];
  if (upload) {
    const {number, platform, state = 'VALID', expired = false} = upload;
    return {number, platform, state, expired};
  }
  const index = ordinal - uploads;
  const number = String(app.history.count - index);
  return {number, platform: app.history.platformAt(index), state: 'VALID', expired: true};
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

const SORT_KEYS: Readonly<Record<string, (place: Place) => string | number>> = {
  version: ({app, ordinal}) => Number(facts(app, ordinal).number),
  uploadedDate: ({app, ordinal}) => Date.parse(app.build(ordinal).uploaded),
  preReleaseVersion: ({app, ordinal}) => app.build(ordinal).version,
};

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
