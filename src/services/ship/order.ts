import type {BuildChoice} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import type {NotesPlan} from '../model/release-notes.ts';
import type {Goal, StepId, StepStatus} from '../model/release-steps.ts';
import {type App, type AppOverview, newestFirst, PLATFORMS, type StoreVersion} from '../model/version.ts';
import type {Store} from '../store/store.ts';
import type {VersionChanges} from '../store/version-writes.ts';

/** What is asked of a release; what is left out stays as it is. */
export interface Order {
  goal: Goal;
  build?: BuildChoice;
  usesEncryption?: boolean;
  notes?: NotesPlan;
  attributes: VersionChanges;
  /** Set up, or remove, the phased release. */
  phased?: boolean;
  /** Resubmit a rejected or withdrawn version even if nothing has changed. */
  resubmit: boolean;
}

/** One version of one platform, which may not exist yet. */
export interface Shipment {
  app: App;
  platform: string;
  versionString: string;
  versionId?: string;
  /** When it was found. */
  state?: string;
  /** The newest version of the platform, from which a new one takes its locales; absent where it is not known. */
  newestId?: string;
}

export interface ShipStep {
  id: StepId;
  status: StepStatus;
  detail: string;
  /** This run did it. */
  did: boolean;
  /** Of `metadata`: the complete list, when it has an error. */
  checks?: readonly ReadinessCheck[];
}

export interface ShipReport {
  shipment: Shipment;
  version?: StoreVersion;
  reached: boolean;
  steps: ShipStep[];
  /** Why it went no further, unless that is in the checks. */
  error?: ToolError;
}

export type Wanted =
  | {versionId: string}
  /** Without platforms, the only one that can be meant. */
  | {app: string; versionString: string; platforms?: readonly string[]; allPlatforms?: boolean};

/** The versions to ship, one per platform. @throws ToolError usage with the candidates */
export async function findShipments(wanted: Wanted, store: Store, signal?: AbortSignal): Promise<Shipment[]> {
  if ('versionId' in wanted) return [await byId(wanted.versionId, store, signal)];
  const {versionString} = wanted;
  const overview = await store.readApp(wanted.app, signal);
  const app = withoutVersions(overview);
  const {items} = await store.listVersions(
    {app: app.id, versions: [versionString], platforms: wanted.platforms},
    signal,
  );
  const existing = items.filter((one) => one.versionString === versionString);
  const platforms = wanted.platforms ?? (await choosePlatforms(overview, wanted, {existing, store, signal}));
  return platforms.map((platform) => {
    const {id: versionId, state} = existing.find((one) => one.platform === platform) ?? {};
    const [newest] = newestFirst(overview.versions.filter((one) => one.platform === platform));
    return {app, platform, versionString, versionId, state, newestId: overview.isPartial ? undefined : newest?.id};
  });
}

function withoutVersions({versions: _, isPartial: __, ...app}: AppOverview): App {
  return app;
}

async function byId(reference: string, store: Store, signal?: AbortSignal): Promise<Shipment> {
  const named = await store.findVersion(reference, signal);
  const isKnown = named.app !== undefined && named.versionString !== undefined;
  const {version, app} = isKnown
    ? {...named, version: named}
    : await store.viewVersion({id: named.id, withPhasedRelease: true}, signal);
  const {id, appId, platform, versionString, state} = version;
  if (appId === undefined || platform === undefined || versionString === undefined) {
    throw new ToolError('service', 'The service did not return the app, version string and platform of the version');
  }
  return {
    app: app ? withoutVersions({versions: [], ...app}) : {id: appId},
    platform,
    versionString,
    versionId: id,
    state,
  };
}

interface Found {
  existing: readonly StoreVersion[];
  store: Store;
  signal?: AbortSignal;
}

const distinct = (some: readonly StoreVersion[]) => [...new Set(some.flatMap(({platform}) => platform ?? []))];

/** Those of the version string, else those of the app. A list that came along with the app may lack some. */
async function choosePlatforms(
  {id, versions}: AppOverview,
  {versionString, allPlatforms: isAll}: {versionString: string; allPlatforms?: boolean},
  {existing, store, signal}: Found,
): Promise<string[]> {
  const matching = distinct(existing);
  const [only, ...more] = matching;
  if (!isAll && only !== undefined && more.length === 0) return [only];
  const isNamed = !isAll && matching.length > 0;
  const all = isNamed
    ? matching
    : distinct([...(await store.versionsByPlatform({app: id, most: 1}, signal)), ...versions]);
  const [single, ...others] = all;
  if (single !== undefined && (isAll || others.length === 0)) return all;
  const whose = isNamed ? `version ${cleanText(versionString)} exists for` : 'the app has';
  const listed = single === undefined ? 'the app has no version yet' : `${whose} ${all.map(cleanText).join(', ')}`;
  const names = single === undefined ? PLATFORMS.join(', ') : `${all.map(cleanText).join(', ')}, or ALL`;
  throw new ToolError('usage', `is needed: ${listed}`, {
    hint: `Give one or more of ${names}.`,
    facts: {flag: 'platform'},
  });
}
