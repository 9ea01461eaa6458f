import {cleanText} from '../model/clean.ts';
import {changedByOthers, overtaken, ToolError} from '../model/error.ts';
import {type Finding, type Judgement, judge} from '../model/outcome.ts';
import {holderText, waysOut} from '../model/place.ts';
import {releaseHold} from '../model/release-date.ts';
import {
  type Attributes,
  attributeNames,
  differentAttributes,
  type IfExists,
  type Platform,
  type ReleaseType,
  releasedAlready,
  type StoreVersion,
  stateIs,
  statesThatAre,
  VERSION_STATES,
} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite, createdId, unlessOvertaken} from './confirm-write.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {unlessMissing} from './reads.ts';
import {
  getVersion,
  nameOf,
  placeHolder,
  readState,
  requireTrait,
  stateName,
  versionConflict,
  versions,
  versionsByPlatform,
  viewCommand,
} from './versions.ts';
import {PATH, REL, TYPE, VERSION_REL} from './wire.ts';

/** Only the members that are present are sent. */
export interface VersionChanges extends Attributes {
  releaseType?: ReleaseType;
}

export interface VersionDraft extends VersionChanges {
  app: string;
  versionString: string;
  /** IOS, unless the app has versions, and none for iOS. */
  platform?: Platform;
  /** Attached with the same request. */
  buildId?: string;
  /** For an existing version: fail (the default), return it, or update it as given. */
  ifExists?: IfExists;
  /** It was asked for just now, and is not there. */
  isMissing?: true;
}

export interface CreatedVersion {
  version: StoreVersion;
  existed?: true;
}

type CompleteDraft = VersionDraft & {platform: Platform};

export async function createVersion(client: Client, given: VersionDraft): Promise<CreatedVersion> {
  client.assertWritable('POST', PATH.versions);
  const {id: appId} = await findApp(client, given.app);
  const draft = {...given, platform: given.platform ?? (await impliedPlatform(client, appId))};
  const {ifExists = 'fail', isMissing} = draft;
  const existing = ifExists === 'fail' || isMissing ? undefined : await findVersion(client, appId, draft);
  if (existing) return adoptExisting(client, existing, draft);
  try {
    return await postVersion(client, appId, draft);
  } catch (error) {
    // Another run may have created it in between.
    if (!(error instanceof ToolError) || error.kind !== 'conflict') throw error;
    const concurrent = ifExists === 'fail' ? undefined : await findVersion(client, appId, draft).catch(() => undefined);
    client.signal?.throwIfAborted();
    if (!concurrent) throw await withHolder(client, appId, draft, error);
    return adoptExisting(client, concurrent, draft);
  }
}

/** @throws ToolError usage for an app that has other platforms only */
async function impliedPlatform(client: Client, app: string): Promise<Platform> {
  const {items} = await versions.list(client, {app, platforms: ['IOS'], limit: 1});
  if (items.length > 0) return 'IOS';
  const found = await versionsByPlatform(client, {app, most: 1});
  const platforms = [...new Set(found.flatMap(({platform}) => platform ?? []))];
  if (platforms.length === 0) return 'IOS';
  throw new ToolError('usage', `is needed: the app has ${platforms.map(cleanText).join(', ')}`, {
    facts: {flag: 'platform'},
  });
}

/** What holds the place of the platform, after a refusal. */
async function withHolder(
  client: Client,
  app: string,
  {platform}: CompleteDraft,
  error: ToolError,
): Promise<ToolError> {
  const holder = await placeHolder(client, {app, platform}).catch(() => undefined);
  client.signal?.throwIfAborted();
  return holder ? error.with({line: `${holderText(holder)}.`, facts: {remedies: waysOut(holder)}}) : error;
}

async function findVersion(client: Client, app: string, {versionString, platform}: CompleteDraft) {
  const query = {app, versions: [versionString], platforms: [platform], withAttributes: true};
  const items = await versions.all(client, query);
  return items.find((item) => item.versionString === versionString && item.platform === platform);
}

/** @throws ToolError conflict when it cannot be changed as requested */
async function adoptExisting(client: Client, version: StoreVersion, draft: VersionDraft): Promise<CreatedVersion> {
  const {app: _, versionString: __, platform: ___, buildId: _4, isMissing: _5, ifExists, ...changes} = draft;
  const isChanged = Object.values(changes).some((value) => value !== undefined);
  if (ifExists === 'skip' || !isChanged) return {version, existed: true};
  if (stateIs(version.state, 'editable')) return {...(await updateVersion(client, version.id, changes)), existed: true};
  const words = `already exists, in ${stateName(version.state)}, and can no longer be changed`;
  throw versionConflict(version, words);
}

function postVersion(client: Client, appId: string, draft: CompleteDraft) {
  const {app: _, ifExists: __, isMissing: ___, buildId, ...attributes} = draft;
  const {versionString, platform} = draft;
  const name = `version ${versionString} for ${platform}`;
  const build = buildId === undefined ? {} : {[VERSION_REL.build]: {data: {type: TYPE.build, id: buildId}}};
  const relationships = {app: {data: {type: TYPE.app, id: appId}}, ...build};
  return confirmWrite(client, {
    request: ['POST', PATH.versions, {data: {type: TYPE.version, attributes, relationships}}],
    toResult: toWritten,
    what: `create ${name}`,
    check: {command: ['versions', 'list'], flags: {app: appId, version: versionString, platform}},
    async read(reader) {
      const version = await findVersion(reader, appId, draft);
      return {...judgeCreated(version, attributes, name), result: version && {version}};
    },
  });
}

const isKnown = (state: string | undefined) => VERSION_STATES.some((name) => name === state);

const differences = (version: Attributes, given: Attributes) => attributeNames(differentAttributes(version, given));

export function judgeCreated(version: StoreVersion | undefined, given: Attributes, name: string): Finding {
  if (!version) return {verdict: 'not-done', found: `there is no ${name}`};
  const {state} = version;
  const label = `${name} (${cleanText(version.id)})`;
  if (state !== 'PREPARE_FOR_SUBMISSION') {
    const found = `${label} already existed, in ${stateName(state)}`;
    return {verdict: isKnown(state) ? 'someone-else' : 'unknown', found};
  }
  const other = differences(version, given);
  if (other === '') return {verdict: 'done', found: `there is a ${name}`};
  return {verdict: 'someone-else', found: `${label} exists, but with a different ${other}`};
}

/** @param reviewed as it was then: what somebody else has changed since is not written over */
export async function updateVersion(
  client: Client,
  id: string,
  {reviewed, ...changes}: VersionChanges & {reviewed?: Attributes},
) {
  if (reviewed) {
    const {version} = await getVersion(client, id);
    const isOther = (name: keyof Attributes) => (version[name] ?? '') !== (reviewed[name] ?? '');
    const others = attributeNames(differentAttributes(version, changes).filter(isOther));
    if (others !== '') throw changedByOthers(others);
  }
  return confirmWrite(client, {
    request: ['PATCH', PATH.version(id), {data: {type: TYPE.version, id, attributes: changes}}],
    toResult: toWritten,
    what: 'update the version',
    check: viewCommand(id),
    async read(reader) {
      const {version} = await getVersion(reader, id);
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

function toWritten(answer: string): {version: StoreVersion} {
  return {version: toVersion(parseSingle(answer).data)};
}

/** For the log of writes. */
const WITH_APP = {include: VERSION_REL.app, fields: {[TYPE.app]: 'bundleId'}};

/** @throws ToolError conflict, before any write, when its state does not allow this */
export async function deleteVersion(client: Client, id: string) {
  const {version: found} = await getVersion(client, id, WITH_APP);
  const version = requireTrait(found, 'deletable', 'deleted');
  return confirmWrite(client, {
    request: ['DELETE', PATH.version(id)],
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
  /** Null where the answer was lost. */
  releaseRequestId: string | null;
  /** It rolls out over several days. */
  isPhased?: boolean;
}

/**
 * @param isEarly also before its date, which a note then names
 * @throws ToolError conflict when its state does not allow this
 */
export async function releaseVersion(client: Client, id: string, {isEarly}: {isEarly: boolean}): Promise<Released> {
  const version = await requireReleasable(client, id);
  const hold = releaseHold(version, client.clock.now());
  if (hold && !isEarly) throw versionConflict(version, `is ${hold.words}`);
  if (hold) client.ledger.notes.push(`It was ${hold.words}: this release overrides that.`);
  const released: Released = {versionId: id, releaseRequestId: null, isPhased: version.phasedRelease !== undefined};
  const relationships = {[REL.ofVersion]: {data: {type: TYPE.version, id}}};
  const write = confirmWrite(client, {
    request: ['POST', PATH.releaseRequests, {data: {type: TYPE.releaseRequest, relationships}}],
    toResult: (answer): Released => ({...released, releaseRequestId: createdId(answer).id}),
    what: `release version ${nameOf(version)}`,
    check: viewCommand(id),
    read: async (reader) => ({...judgeReleased(await readState(reader, id)), result: released}),
  });
  return unlessOvertaken(client, write, async () => void (await requireReleasable(client, id)));
}

async function requireReleasable(client: Client, id: string): Promise<StoreVersion> {
  const include = [VERSION_REL.app, VERSION_REL.phasedRelease];
  const {version} = await getVersion(client, id, {...WITH_APP, include});
  const {state} = version;
  const words = releasedAlready(state);
  if (words === undefined) return requireTrait(version, 'releasable', 'released');
  const details = [`It is in ${stateName(state)}.`];
  throw overtaken(`Version ${nameOf(version)} ${words}`, {details, check: viewCommand(id)});
}

/** By this request or another one. */
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
