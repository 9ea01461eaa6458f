import {type BuildChoice, buildProblem, buildsOf, choiceLabel} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Release} from '../model/release.ts';
import {changedNotes} from '../model/release-notes.ts';
import {type ReleaseStep, releaseSteps, type StepId} from '../model/release-steps.ts';
import {stateIs} from '../model/states.ts';
import type {Build, StoreVersion} from '../model/version.ts';
import type {Store} from '../store/store.ts';
import {hasReached, type Order, type Target} from './order.ts';

/** What this run has done so far. */
export interface Progress {
  readonly did: ReadonlySet<StepId>;
  versionId?: string;
  /** The chosen build, once it could be attached. */
  build?: Build;
  /** As it was read last. */
  release?: Release;
}

/** Where a release stands, compared with what is asked of it. */
export interface Situation {
  order: Order;
  target: Target;
  progress: Progress;
  /** Absent until the version exists. */
  release?: Release;
  steps: ReadonlyMap<StepId, ReleaseStep>;
  isReached: boolean;
  isEditable: boolean;
  /** No other version of its platform was ever on sale. */
  isFirst: boolean;
  /** The build to attach; absent while it is not there, or when none is asked for. */
  build?: Build | ToolError;
  /** The locales whose release notes differ from the given ones. */
  changedLocales?: readonly string[] | ToolError;
}

export async function look(
  {order, target, progress}: Pick<Situation, 'order' | 'target' | 'progress'>,
  store: Store,
  signal?: AbortSignal,
): Promise<Situation> {
  const {app, platform} = target;
  const id = progress.versionId ?? target.versionId;
  const query = {known: {appId: app.id, platform}, before: progress.release};
  const release = id === undefined ? undefined : await store.readRelease({id, ...query}, signal);
  progress.release = release;
  const state = release?.version.state;
  const isReached = release !== undefined && hasReached(order.goal, release.version);
  const isEditable = !release || stateIs(state, 'editable');
  const isOpen = !isReached && isEditable && !progress.did.has('build');
  const build =
    isOpen && order.build !== undefined ? await chosenBuild({order, target, progress}, store, signal) : undefined;
  // A later upload changes nothing.
  if (build && !(build instanceof ToolError) && buildProblem(build) === undefined) progress.build = build;
  const changedLocales = order.notes && (await compareNotes({order, target, release}, store, signal));
  const isFirst = !target.others.some((other) => stateIs(other.state, 'released'));
  return {
    order,
    target,
    progress,
    release,
    steps: stepsOf(release),
    isReached,
    isEditable,
    isFirst,
    build,
    changedLocales,
  };
}

function stepsOf(release: Release | undefined): Situation['steps'] {
  return new Map(releaseSteps(release).map((step) => [step.id, step]));
}

/** The same situation with the version as it is now. */
export function withVersion(situation: Situation, version: StoreVersion): Situation {
  const {order, release} = situation;
  if (!release) return situation;
  const now = {...release, version: {...version, build: release.version.build}};
  return {...situation, release: now, steps: stepsOf(now), isReached: hasReached(order.goal, version)};
}

/** Errors are part of the situation: they stand in the way of one step. */
async function settled<T>(work: Promise<T>): Promise<T | ToolError> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind === 'interrupted') throw error;
    return error;
  }
}

function chosenBuild(
  {order, target, progress}: Pick<Situation, 'order' | 'target' | 'progress'>,
  store: Store,
  signal?: AbortSignal,
): Promise<Build | undefined | ToolError> {
  if (order.build === undefined) return Promise.resolve(undefined);
  return settled(findBuild(progress.build ? {id: progress.build.id} : order.build, target, store, signal));
}

/** `latest` is the newest one that has not expired, whatever its state. */
export async function findBuild(
  choice: BuildChoice,
  target: Target,
  store: Store,
  signal?: AbortSignal,
): Promise<Build | undefined> {
  const {app, platform, versionString} = target;
  if (choice !== 'latest' && 'id' in choice) return store.readBuild(choice.id, signal);
  const numbers = choice === 'latest' ? undefined : [choice.number];
  const query = {app: app.id, versions: [versionString], platforms: [platform], numbers};
  const found: Build[] = [];
  for await (const {items} of store.eachBuildPage(query, signal)) {
    found.push(...buildsOf(target, items));
    if (choice === 'latest' && found.some(({expired}) => !expired)) break;
  }
  if (choice !== 'latest') return found.find(({version}) => version === choice.number);
  const latest = found.find(({expired}) => !expired);
  if (latest) return latest;
  const place = `${cleanText(versionString)} on ${cleanText(platform)}`;
  throw new ToolError('not-found', `There is no ${choiceLabel(choice)} for ${place}`, {
    details: found.length > 0 ? ['All of its builds have expired.'] : [],
    hint: 'Upload one, or wait for a certain one with --build-number.',
    facts: {check: {command: ['builds', 'list'], flags: {app: app.id, version: versionString, platform}}},
  });
}

/** A new version takes its locales from the newest one of its platform. */
async function compareNotes(
  {order, target, release}: Pick<Situation, 'order' | 'target' | 'release'>,
  store: Store,
  signal?: AbortSignal,
): Promise<readonly string[] | ToolError> {
  const {notes: plan = () => new Map<string, string>()} = order;
  return settled(
    (async () => {
      const [newest] = target.others;
      if (!release && !newest) return [];
      const notes = release
        ? (release.notes.value ?? missing(release.notes.error))
        : (await store.readNotes(newest?.id ?? '', signal)).notes;
      const texts = await plan(notes.map(({locale}) => locale));
      return changedNotes(notes, texts).map(({locale}) => locale);
    })(),
  );
}

function missing(error: ToolError | undefined): never {
  throw error ?? new ToolError('service', 'The release notes could not be read');
}
