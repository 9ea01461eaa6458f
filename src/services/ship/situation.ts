import {once} from '../async/once.ts';
import {type BuildChoice, buildProblem, buildsOf, choiceLabel, isCandidate} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {readiness} from '../model/readiness.ts';
import type {Release} from '../model/release.ts';
import {changedNotes, type NotesPlan, type ReleaseNote} from '../model/release-notes.ts';
import {hasReached, type PerStep, type ReleaseStep, releaseSteps, type StepId} from '../model/release-steps.ts';
import {type Build, newestFirst, type StoreVersion, stateIs} from '../model/version.ts';
import type {Clock} from '../ports.ts';
import type {Store} from '../store/store.ts';
import type {Order, Shipment} from './order.ts';

export interface Progress {
  readonly passed: Set<StepId>;
  readonly did: Set<StepId>;
  versionId?: string;
  state?: string;
  build?: Build;
  release?: Release;
  isFirst?: boolean;
}

export interface Situation {
  order: Order;
  shipment: Shipment;
  progress: Progress;
  now: number;
  release?: Release;
  steps: PerStep<ReleaseStep>;
  isReached: boolean;
  /** True in a dry run whose version has planned attributes: the service still has the old ones. */
  isPlanned?: boolean;
  isEditable: boolean;
  holder?: StoreVersion;
  build?: Build | ToolError;
  newer?: Build | ToolError;
  changedLocales?: readonly string[] | ToolError;
}

export async function look(
  {order, shipment, progress}: Pick<Situation, 'order' | 'shipment' | 'progress'>,
  {store, clock, signal}: {store: Store; clock: Pick<Clock, 'now'>; signal?: AbortSignal},
): Promise<Situation> {
  const {app, platform} = shipment;
  const knownId = progress.versionId ?? shipment.versionId;
  const choice = progress.build ?? order.build;
  const named = {id: knownId ?? '', appId: app.id, platform};
  const readBuild = once(async () => choice && asValue(findBuild(choice, shipment, store, signal)));
  const readFirst = once(async () => progress.isFirst ?? store.isFirstVersion(named, signal));
  const readNotes = once(() => asValue(notesOfNewest(shipment, store, signal)));
  const canAttach = order.build !== undefined && !progress.passed.has('build');
  const needsFirst = Boolean(order.notes || order.phased);
  // The version's last known state shows which other parts can be read at the same time as the version.
  const state = progress.release?.version.state ?? progress.state ?? shipment.state;
  if (knownId === undefined || stateIs(state, 'editable')) {
    if (canAttach) readBuild();
    if (needsFirst) readFirst();
    if (knownId === undefined && order.notes) readNotes();
  }
  const unreleased = knownId === undefined ? await store.unreleasedVersion({app: app.id, platform}, signal) : undefined;
  // Someone else may have created the version since the shipments were found.
  const isCreated = unreleased?.versionString === shipment.versionString;
  const holder = isCreated ? undefined : unreleased;
  const id = isCreated ? unreleased.id : knownId;
  const known = {appId: app.id, platform, state};
  const query = {known, before: progress.release, isFirst: needsFirst ? readFirst : undefined};
  const release = id === undefined ? undefined : await store.readRelease({id, ...query}, signal);
  progress.release = release;
  progress.versionId ??= release?.version.id;
  const version = release?.version;
  const isEditable = !version || stateIs(version.state, 'editable');
  const build = canAttach && isEditable ? await readBuild() : undefined;
  if (build && !(build instanceof ToolError) && buildProblem(build) === undefined) progress.build = build;
  const isSealed = version && !isEditable && !stateIs(version.state, 'released');
  const newer = isSealed && order.build === 'latest' ? await asValue(store.newerBuild(version, signal)) : undefined;
  if (needsFirst && !stateIs(version?.state, 'released')) progress.isFirst = await readFirst();
  const {value, error = new ToolError('service', 'The release notes could not be read')} = release?.notes ?? {};
  const notes = release ? (value ?? error) : order.notes && (await readNotes());
  const changed = order.notes && (await changedLocales(order.notes, notes));
  const read = {order, shipment, progress, holder, build, newer, changedLocales: changed};
  return {...read, ...whereItStands(order, release, clock.now())};
}

function whereItStands({goal}: Pick<Order, 'goal'>, release: Release | undefined, now: number) {
  const steps = Object.fromEntries(releaseSteps(release, now).map((step) => [step.id, step])) as Situation['steps'];
  const isEditable = !release || stateIs(release.version.state, 'editable');
  return {release, now, steps, isEditable, isReached: release !== undefined && hasReached(goal, release.version)};
}

export function withVersion(situation: Situation, version: StoreVersion, now: number): Situation {
  const {order, release} = situation;
  if (!release) return situation;
  const read = {...release, version: {...release.version, ...version, build: release.version.build}};
  return {...situation, ...whereItStands(order, read, now)};
}

export function withNotes(situation: Situation, texts: ReadonlyMap<string, string>): Situation {
  const {order, release, now, progress} = situation;
  if (!release) return situation;
  const value = release.notes.value?.map((note) => ({...note, whatsNew: texts.get(note.locale) ?? note.whatsNew}));
  const checked = release.readiness?.value;
  const left = checked?.checks.filter(({id, locale = ''}) => id !== 'whats-new' || !texts.has(locale));
  const check = checked && left && {value: readiness(checked.versionId, left)};
  progress.release = {...release, notes: {value}, readiness: check ?? release.readiness};
  return {...situation, ...whereItStands(order, progress.release, now), changedLocales: []};
}

async function asValue<T>(work: Promise<T>): Promise<T | ToolError> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind === 'interrupted') throw error;
    return error;
  }
}

/** Finds a build. `latest` is the newest, in any state, that has not expired and is not only for internal tests. */
export async function findBuild(choice: BuildChoice, shipment: Shipment, store: Store, signal?: AbortSignal) {
  const {app, platform, versionString} = shipment;
  if (choice !== 'latest' && 'id' in choice) return store.readBuild(choice.id, signal);
  const numbers = choice === 'latest' ? undefined : [choice.number];
  const query = {app: app.id, versions: [versionString], platforms: [platform], numbers};
  const found: Build[] = [];
  for await (const {items} of store.eachBuildPage(query, signal)) {
    found.push(...buildsOf(shipment, items));
    if (choice === 'latest' && found.some(isCandidate)) break;
  }
  if (choice !== 'latest') return found.find(({version}) => version === choice.number);
  const latest = found.find(isCandidate);
  if (latest) return latest;
  const place = `${cleanText(versionString)} on ${cleanText(platform)}`;
  throw new ToolError('not-found', `There is no ${choiceLabel(choice)} for ${place}`, {
    details: found.length > 0 ? ['Its builds have expired or are for internal testing only.'] : [],
    hint: 'Upload one, or wait for a certain one with --build-number.',
    facts: {checkWith: {command: ['builds', 'list'], flags: {app: app.id, version: versionString, platform}}},
  });
}

async function changedLocales(plan: NotesPlan, notes: readonly ReleaseNote[] | ToolError | undefined) {
  if (!notes || notes instanceof ToolError) return notes ?? [];
  const locales = notes.map(({locale}) => locale);
  const texts = await asValue((async () => plan(locales, notes))());
  return texts instanceof ToolError ? texts : changedNotes(notes, texts).map(({locale}) => locale);
}

async function notesOfNewest({app, platform, newestId}: Shipment, store: Store, signal?: AbortSignal) {
  const readNewest = async () => {
    const {items} = await store.listVersions({app: app.id, platforms: [platform]}, signal);
    return newestFirst(items.filter((one) => one.platform === platform))[0]?.id;
  };
  const newest = newestId ?? (await readNewest());
  const {notes} = newest === undefined ? {} : await store.readNotes(newest, signal);
  return notes?.length ? notes : undefined;
}
