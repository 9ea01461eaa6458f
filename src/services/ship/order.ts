import type {BuildChoice} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isRolledOut} from '../model/phased-release.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import type {NotesPlan} from '../model/release-notes.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {type App, type AppOverview, newestFirst, PLATFORMS, type StoreVersion, stateIs} from '../model/version.ts';
import type {Store} from '../store/store.ts';
import type {VersionChanges} from '../store/version-writes.ts';

/** How far to bring a release. */
export const GOALS = ['ready', 'submitted', 'approved', 'live', 'complete'] as const;
export type Goal = (typeof GOALS)[number];

const LAST_STEPS: Readonly<Record<Goal, StepId>> = {
  ready: 'phased-release',
  submitted: 'submission',
  approved: 'review',
  live: 'release',
  complete: 'roll-out',
};

export function isWithin(step: StepId, goal: Goal): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(LAST_STEPS[goal]);
}

/** What is asked of a release; what is left out stays as it is. */
export interface Order {
  goal: Goal;
  build?: BuildChoice;
  usesEncryption?: boolean;
  notes?: NotesPlan;
  attributes: VersionChanges;
  /** Set up, or remove, the phased release. */
  phased?: boolean;
  /** Resubmit a rejected version even if nothing has changed. */
  resubmit: boolean;
}

/** One version of one platform, which may not exist yet. */
export interface Target {
  app: App;
  platform: string;
  versionString: string;
  versionId?: string;
  /** Of the same platform, newest first. */
  others: readonly StoreVersion[];
}

export interface ShipStep {
  id: StepId;
  status: 'done' | 'open' | 'waiting' | 'blocked' | 'failed' | 'skipped';
  detail: string;
  /** This run did it. */
  did: boolean;
  /** Of `metadata`: the complete list, when it has an error. */
  checks?: readonly ReadinessCheck[];
}

export interface Shipped {
  target: Target;
  version?: StoreVersion;
  reached: boolean;
  steps: ShipStep[];
  /** Why it went no further, unless that is in the checks. */
  error?: ToolError;
}

/** Whether a release is there already: nothing is changed then. */
export function hasReached(goal: Goal, {state, phasedRelease}: StoreVersion): boolean {
  const isApproved = stateIs(state, 'approved') || stateIs(state, 'released') || state === 'PENDING_CONTRACT';
  const isReplaced = state === 'REPLACED_WITH_NEW_VERSION';
  switch (goal) {
    case 'ready':
    case 'submitted':
      return isApproved || stateIs(state, 'in-review') || state === 'WAITING_FOR_EXPORT_COMPLIANCE';
    case 'approved':
      return isApproved;
    case 'live':
      return isReplaced || stateIs(state, 'live');
    case 'complete':
      return isReplaced || (stateIs(state, 'live') && isRolledOut(phasedRelease));
  }
}

export type Wanted =
  | {versionId: string}
  /** Without platforms, the only one that can be meant. */
  | {app: string; versionString: string; platforms?: readonly string[]; allPlatforms?: boolean};

/** The versions to ship, one per platform. @throws ToolError usage with the candidates */
export async function findTargets(wanted: Wanted, store: Store, signal?: AbortSignal): Promise<Target[]> {
  if ('versionId' in wanted) return [await byId(wanted.versionId, store, signal)];
  const {versionString} = wanted;
  const app = await store.readApp(wanted.app, signal);
  const platforms = wanted.platforms ?? platformsOf(app, versionString, wanted.allPlatforms ?? false);
  return Promise.all(
    platforms.map(async (platform): Promise<Target> => {
      const found = versionsOn(app.versions, platform).find((one) => one.versionString === versionString);
      return toTarget(app, {platform, versionString, id: found?.id ?? (await older(app, platform, versionString))});
    }),
  );

  /** The overview holds the newest versions only. */
  async function older({id, versions}: AppOverview, platform: string, text: string): Promise<string | undefined> {
    if (versions.length < FULL) return undefined;
    const {items} = await store.listVersions({app: id, versions: [text]}, signal);
    return items.find((one) => one.versionString === text && one.platform === platform)?.id;
  }
}

const FULL = 50;

async function byId(reference: string, store: Store, signal?: AbortSignal): Promise<Target> {
  const {version} = await store.viewVersion({id: reference, withPhasedRelease: true}, signal);
  const {id, appId, platform, versionString} = version;
  if (appId === undefined || platform === undefined || versionString === undefined) {
    throw new ToolError('service', 'The service did not return the app, version string and platform of the version');
  }
  return toTarget(await store.readApp(appId, signal), {platform, versionString, id});
}

function toTarget(
  {versions, ...app}: AppOverview,
  {id, ...wanted}: {platform: string; versionString: string; id?: string},
): Target {
  const others = versionsOn(versions, wanted.platform).filter((one) => one.id !== id);
  return {app, ...wanted, versionId: id, others};
}

function versionsOn(versions: readonly StoreVersion[], platform: string): StoreVersion[] {
  return newestFirst(versions.filter((one) => one.platform === platform));
}

function platformsOf({versions}: AppOverview, versionString: string, isAll: boolean): string[] {
  const distinct = (some: readonly StoreVersion[]) => [...new Set(some.flatMap(({platform}) => platform ?? []))];
  const all = distinct(versions);
  if (isAll && all.length > 0) return all;
  const matching = distinct(versions.filter((one) => one.versionString === versionString));
  const [candidates, whose] =
    matching.length > 0 ? [matching, `version ${cleanText(versionString)} is there for`] : [all, 'the app has'];
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return [only];
  const listed =
    candidates.length > 0 ? `${whose} ${candidates.map(cleanText).join(', ')}` : 'the app has no version yet';
  throw new ToolError('usage', `is needed: ${listed}`, {
    hint: `Give one or more of ${(candidates.length > 0 ? candidates : PLATFORMS).map(cleanText).join(', ')}${candidates.length > 0 ? ', or ALL' : ''}.`,
    facts: {flag: 'platform'},
  });
}
