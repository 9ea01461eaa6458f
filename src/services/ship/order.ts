import type {BuildChoice} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import type {NotesPlan} from '../model/release-notes.ts';
import type {Goal, StepId, StepStatus} from '../model/release-steps.ts';
import {type App, type Attributes, newestFirst, PLATFORMS, type StoreVersion} from '../model/version.ts';
import {isSameString} from '../model/version-string.ts';
import type {Store} from '../store/store.ts';

/** An absent member leaves its part of the release unchanged. */
export interface Order {
  goal: Goal;
  build?: BuildChoice;
  usesEncryption?: boolean;
  notes?: NotesPlan;
  attributes: Attributes;
  phased?: boolean;
  resubmit: boolean;
}

export interface Shipment {
  app: App;
  platform: string;
  versionString: string;
  versionId?: string;
  state?: string;
  newestId?: string;
}

export interface ShipStep {
  id: StepId;
  status: StepStatus;
  detail: string;
  did: boolean;
  checks?: readonly ReadinessCheck[];
}

export interface ShipReport {
  shipment: Shipment;
  version?: StoreVersion;
  reached: boolean;
  steps: ShipStep[];
  error?: ToolError;
}

export type Wanted =
  | {versionId: string}
  | {app: string; versionString: string; platforms?: readonly string[]; allPlatforms?: boolean};

export async function findShipments(wanted: Wanted, store: Store, signal?: AbortSignal): Promise<Shipment[]> {
  if ('versionId' in wanted) return [await byId(wanted.versionId, store, signal)];
  const {versionString, allPlatforms: isAll = false} = wanted;
  const {versions, isPartial, ...app} = await store.readApp(wanted.app, signal);
  const query = {app: app.id, versions: [versionString], platforms: wanted.platforms};
  const all = isPartial ? (await store.listVersions(query, signal)).items : versions;
  const existing = all.filter((one) => one.versionString === versionString);
  const isWanted = ({platform = ''}: StoreVersion) => wanted.platforms?.includes(platform) ?? true;
  const same = all.filter(isWanted).find((one) => isSameString(one.versionString, versionString));
  if (same && existing.length === 0) {
    const words = `${versionString} is ${cleanText(same.versionString ?? '')} in this app: use that spelling`;
    throw new ToolError('usage', words, {facts: {flag: 'version'}});
  }
  const platforms = wanted.platforms ?? (await candidates());
  const absent = platforms.find((one) => !isKnown(one) && !platformsOf([...existing, ...versions]).includes(one));
  if (absent !== undefined) throw listing(`is ${cleanText(absent)}, but the app has`, platformsOf(versions));
  return platforms.map((platform) => {
    const {id: versionId, state} = existing.find((one) => one.platform === platform) ?? {};
    const [newest] = newestFirst(versions.filter((one) => one.platform === platform));
    return {app, platform, versionString, versionId, state, newestId: isPartial ? undefined : newest?.id};
  });

  async function candidates(): Promise<string[]> {
    const matching = platformsOf(existing);
    if (!isAll && matching.length === 1) return matching;
    const isNamed = !isAll && matching.length > 0;
    const newest = isNamed ? existing : await store.versionsByPlatform({app: app.id, most: 1}, signal);
    const all = platformsOf(isNamed ? existing : [...newest, ...versions]);
    if (all.length > 0 && (isAll || all.length === 1)) return all;
    if (all.length === 0) throw choosePlatform('is needed: the app has no version yet', PLATFORMS.join(', '));
    const owner = isNamed ? `version ${cleanText(versionString)} exists for` : 'the app has';
    throw listing(`is needed: ${owner}`, all);
  }
}

const platformsOf = (all: readonly StoreVersion[]) => [...new Set(all.flatMap(({platform}) => platform ?? []))];
const isKnown = (platform: string) => PLATFORMS.some((name) => name === platform);

function listing(words: string, platforms: readonly string[]): ToolError {
  const list = platforms.map(cleanText).join(', ');
  return choosePlatform(`${words} ${list}`, `${list}, or ALL`);
}

function choosePlatform(words: string, choices: string): ToolError {
  return new ToolError('usage', words, {hint: `Give one or more of ${choices}.`, facts: {flag: 'platform'}});
}

async function byId(reference: string, store: Store, signal?: AbortSignal): Promise<Shipment> {
  const named = await store.findVersion(reference, signal);
  const isRead = named.app !== undefined && named.versionString !== undefined;
  const {version, app} = isRead
    ? {...named, version: named}
    : await store.viewVersion({id: named.id, withPhasedRelease: true}, signal);
  const {id, appId, platform, versionString, state} = version;
  if (appId === undefined || platform === undefined || versionString === undefined) {
    throw new ToolError('service', 'The service did not return the app, version string and platform of the version');
  }
  return {app: app ?? {id: appId}, platform, versionString, versionId: id, state};
}
