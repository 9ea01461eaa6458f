import {changedByOthers, overtaken} from '../model/error.ts';
import {type Finding, type Judgement, judge} from '../model/outcome.ts';
import {releaseHold} from '../model/release-date.ts';
import {
  type Attributes,
  attributeNames,
  differentAttributes,
  type ReleaseType,
  releasedAlready,
  type StoreVersion,
  stateIs,
  statesThatAre,
  VERSION_STATES,
} from '../model/version.ts';
import type {Client} from './client.ts';
import {confirmWrite, createdId, unlessOvertaken} from './confirm-write.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {unlessMissing} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {
  getVersion,
  nameOf,
  readState,
  requireTrait,
  stateName,
  versionConflict,
  viewCommand,
  withApp,
} from './versions.ts';
import {patch, post, REL, remove, TYPE, VERSION_REL} from './wire.ts';

export interface VersionChanges extends Attributes {
  releaseType?: ReleaseType;
}

export const isKnown = (state: string | undefined) => VERSION_STATES.some((name) => name === state);

export const differences = (version: Attributes, given: Attributes) =>
  attributeNames(differentAttributes(version, given));

/** @param reviewed as it was then: what somebody else has changed since is not overwritten */
export async function updateVersion(
  client: Client,
  {id}: NamedVersion,
  {reviewed, ...changes}: VersionChanges & {reviewed?: Attributes},
) {
  if (reviewed) {
    const {version} = await getVersion(client, id, withApp());
    const isOther = (name: keyof Attributes) => (version[name] ?? '') !== (reviewed[name] ?? '');
    const others = attributeNames(differentAttributes(version, changes).filter(isOther));
    if (others !== '') throw changedByOthers(others);
  }
  const {releaseType} = changes;
  const hasNoDate = releaseType !== undefined && releaseType !== 'SCHEDULED';
  const attributes = hasNoDate ? {...changes, earliestReleaseDate: null} : changes;
  return confirmWrite(client, {
    request: patch(TYPE.version, id, attributes),
    toResult: toWritten,
    what: 'update the version',
    check: viewCommand(id),
    async read(reader) {
      const {version} = await getVersion(reader, id, withApp());
      return {...judgeUpdated(version, changes), result: {version}};
    },
  });
}

/** An update leaves the state unchanged: only attributes count. */
export function judgeUpdated(version: StoreVersion, given: Attributes): Finding {
  const missing = differences(version, given);
  if (missing === '') return {verdict: 'done', found: 'it has all of the changes'};
  // Whether what it has is what it had before is not known.
  return {verdict: 'not-done', found: `it does not have the new ${missing}`};
}

export function toWritten(answer: string): {version: StoreVersion} {
  return {version: toVersion(parseSingle(answer).data)};
}

export async function deleteVersion(client: Client, {id}: NamedVersion) {
  const {version: found} = await getVersion(client, id, withApp());
  const version = requireTrait(found, 'deletable', 'deleted');
  return confirmWrite(client, {
    request: remove(TYPE.version, id),
    result: {versionId: id},
    what: `delete version ${nameOf(version)}`,
    check: viewCommand(id),
    read: async (reader) => judgeDeleted((await unlessMissing(getVersion(reader, id)))?.version),
  });
}

export function judgeDeleted(version: Pick<StoreVersion, 'state'> | undefined): Finding {
  if (!version) return {verdict: 'done', found: 'the version is gone'};
  const {state} = version;
  const found = `the version is still there, in ${stateName(state)}`;
  return {verdict: stateIs(state, 'deletable') || !isKnown(state) ? 'not-done' : 'someone-else', found};
}

interface Released {
  versionId: string;
  releaseRequestId: string | null;
  isPhased?: boolean;
}

/** @param isEarly also before its date, which a note then names */
export async function releaseVersion(
  client: Client,
  named: NamedVersion,
  {isEarly}: {isEarly: boolean},
): Promise<Released> {
  const {id} = named;
  const version = await requireReleasable(client, named);
  const hold = releaseHold(version, client.clock.now());
  if (hold && !isEarly) throw versionConflict(version, `is ${hold.words}`);
  if (hold) client.ledger.notes.push(`It was ${hold.words}: this release overrides that.`);
  const released: Released = {versionId: id, releaseRequestId: null, isPhased: version.phasedRelease !== undefined};
  const write = confirmWrite(client, {
    request: post(TYPE.releaseRequest, {[REL.ofVersion]: {type: TYPE.version, id}}),
    toResult: (answer): Released => ({...released, releaseRequestId: createdId(answer).id}),
    what: `release version ${nameOf(version)}`,
    check: viewCommand(id),
    read: async (reader) => ({...judgeReleased(await readState(reader, id)), result: released}),
  });
  return unlessOvertaken(client, write, async () => void (await requireReleasable(client, {id})));
}

async function requireReleasable(client: Client, {id, read}: NamedVersion): Promise<StoreVersion> {
  const version = read ?? (await getVersion(client, id, withApp([VERSION_REL.phasedRelease]))).version;
  const {state} = version;
  const words = releasedAlready(state);
  if (words === undefined) return requireTrait(version, 'releasable', 'released');
  const details = [`It is in ${stateName(state)}.`];
  throw overtaken(`Version ${nameOf(version)} ${words}`, {details, check: viewCommand(id)});
}

const RELEASED: Judgement = {
  rows: {
    'not-done': statesThatAre('releasable'),
    done: [...statesThatAre('approved'), ...statesThatAre('released')],
    'someone-else': [...statesThatAre('submittable'), ...statesThatAre('in-review')],
  },
  place: 'the version is in',
  words: {
    'not-done': 'the version is still in STATE',
    done: 'it was released: the version is in STATE',
    'someone-else': 'the version has moved to STATE, which is not a release',
  },
};

export const judgeReleased = (state: string | undefined): Finding => judge(state, RELEASED);
