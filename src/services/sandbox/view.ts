import {KIND} from './ids.ts';
import {inTurns, joined, listed, type Ordinals, slice, without} from './ordinals.ts';
import type {Overlay} from './overlay.ts';
import {type BuildRecord, currentState, type Extras, type VersionRecord} from './records.ts';
import type {AppData, Seed} from './seed.ts';
import {newerState} from './states.ts';

/** Which versions of an app: every filter that is there has to match; one of its values is enough. */
export interface VersionFilter {
  ids?: readonly string[];
  platforms?: readonly string[];
  versionStrings?: readonly string[];
  /** Older state names, and newer ones. */
  states?: readonly string[];
  newerStates?: readonly string[];
}

/** Versions that match, newest first: how many, and a part of them. */
export interface VersionList {
  total: number;
  take(offset: number, limit: number): VersionRecord[];
}

/** The store at one moment: the sample data with the changes on top. */
export interface StoreView {
  readonly now: number;
  readonly seed: Seed;
  version(id: string): VersionRecord | undefined;
  extras(id: string): Extras;
  /** The older state name, now. */
  state(version: VersionRecord): string;
  versions(app: AppData, filter?: VersionFilter): VersionList;
  build(id: string): BuildRecord | undefined;
  /** The version that a build is attached to. */
  versionOfBuild(build: BuildRecord): VersionRecord | undefined;
}

const PAST = 'REPLACED_WITH_NEW_VERSION';

export function createView(seed: Seed, overlay: Overlay, now: number): StoreView {
  let grouped: Map<string, AppChanges> | undefined;
  const changesOf = (app: AppData): AppChanges => {
    grouped ??= groupChanges(seed, overlay);
    return grouped.get(app.id) ?? NO_CHANGES;
  };
  const state = (version: VersionRecord) => currentState(version, now);

  function matches(record: VersionRecord, filter: VersionFilter): boolean {
    const {ids, platforms, versionStrings, states, newerStates} = filter;
    const old = state(record);
    return (
      (!ids || ids.includes(record.id)) &&
      (!platforms || platforms.includes(record.platform)) &&
      (!versionStrings || versionStrings.includes(record.versionString)) &&
      (!states || states.includes(old)) &&
      (!newerStates || newerStates.includes(newerState(old) ?? ''))
    );
  }

  function versions(app: AppData, filter: VersionFilter = {}): VersionList {
    const {created, changed} = changesOf(app);
    const recordOf = (ordinal: number) => changed.get(ordinal) ?? app.version(ordinal);
    const isMatch = (ordinal: number) => changed.get(ordinal) !== null && matches(recordOf(ordinal), filter);
    const heads = Array.from({length: app.heads}, (_, ordinal) => ordinal);
    const past = pastVersions(seed, app, filter, changed, isMatch);
    const ordinals = joined(listed(heads.filter(isMatch)), past);
    const first = created.filter((record) => matches(record, filter));
    return {
      total: first.length + ordinals.length,
      take(offset, limit) {
        const own = first.slice(offset, offset + limit);
        const rest = slice(ordinals, Math.max(0, offset - first.length), limit - own.length);
        return [...own, ...rest.map(recordOf)];
      },
    };
  }

  return {
    now,
    seed,
    state,
    versions,
    version(id) {
      if (Object.hasOwn(overlay, id)) {
        const changed = overlay[id];
        return changed && seed.findApp(changed.app) ? changed : undefined;
      }
      const found = seed.locate(id, KIND.version);
      return found && found.ordinal < found.app.versionCount ? found.app.version(found.ordinal) : undefined;
    },
    extras(id) {
      const found = seed.locate(id, KIND.version);
      return found ? found.app.extras(found.ordinal) : {};
    },
    build(id) {
      const found = seed.locate(id, KIND.build);
      return found && found.ordinal < found.app.buildCount ? found.app.build(found.ordinal) : undefined;
    },
    versionOfBuild(build) {
      const app = seed.findApp(build.app);
      if (!app) return undefined;
      // Created and changed versions may hold any build, unchanged ones only a build of their own number.
      const {created, changed} = changesOf(app);
      const original = versions(app, {versionStrings: [build.version]});
      const others = [...created, ...changed.values()];
      return [...others, ...original.take(0, original.total)].find((record) => record?.build === build.id) ?? undefined;
    },
  };
}

interface AppChanges {
  /** Newest first. */
  created: VersionRecord[];
  /** Sample versions by ordinal; null for a deleted one. */
  changed: Map<number, VersionRecord | null>;
}

const NO_CHANGES: AppChanges = {created: [], changed: new Map()};

function groupChanges(seed: Seed, overlay: Overlay): Map<string, AppChanges> {
  const groups = new Map<string, AppChanges>();
  const groupOf = (app: string): AppChanges => {
    const group = groups.get(app) ?? {created: [], changed: new Map()};
    groups.set(app, group);
    return group;
  };
  for (const [id, record] of Object.entries(overlay)) {
    const sample = seed.locate(id, KIND.version);
    if (!sample && record) groupOf(record.app).created.push(record);
    if (sample && sample.ordinal < sample.app.versionCount) groupOf(sample.app.id).changed.set(sample.ordinal, record);
  }
  for (const {created} of groups.values()) {
    // Of one second, the last one made is the newest.
    created.reverse().sort((one, other) => Date.parse(other.createdDate) - Date.parse(one.createdDate));
  }
  return groups;
}

/**
 * The matching ones of an app's past versions, in order. Their state is known, so that a long history need not be
 * looked through: IDs and version strings lead to them, and the platforms take turns.
 */
function pastVersions(
  seed: Seed,
  app: AppData,
  filter: VersionFilter,
  changed: ReadonlyMap<number, unknown>,
  isMatch: (ordinal: number) => boolean,
): Ordinals {
  const {heads, history} = app;
  const isPast = (ordinal: number) => ordinal >= heads && ordinal < app.versionCount;
  const changedPast = [...changed.keys()].filter(isPast);
  const some = (ordinals: readonly number[]) =>
    listed([...new Set(ordinals)].filter((one) => isPast(one) && isMatch(one)).sort((one, other) => one - other));
  if (filter.ids) {
    const found = filter.ids.map((id) => seed.locate(id, KIND.version));
    return some(found.flatMap((one) => (one?.app === app ? [one.ordinal] : [])));
  }
  const lacksPast = (states?: readonly string[]) => states !== undefined && !states.includes(PAST);
  if (lacksPast(filter.states) || lacksPast(filter.newerStates)) return some(changedPast);
  if (filter.versionStrings) {
    const found = filter.versionStrings.flatMap((version) => history.find(version)).map((index) => heads + index);
    return some([...found, ...changedPast]);
  }
  const mismatched = changedPast.filter((ordinal) => !isMatch(ordinal));
  return without(inTurns(heads, history.count, history.turns(filter.platforms), history.round), mismatched);
}
