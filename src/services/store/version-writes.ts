import {cleanText} from '../model/clean.ts';
import {changedByOthers, overtaken, ToolError} from '../model/error.ts';
import {holderText, waysOut} from '../model/next-version.ts';
import type {Finding} from '../model/outcome.ts';
import {releaseHold} from '../model/release-date.ts';
import {capitalized} from '../model/values.ts';
import {
  type Attributes,
  attributeNames,
  differentAttributes,
  type IfExists,
  releasedAlready,
  type StoreVersion,
  stateIs,
  statesThatAre,
} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite, judge, unlessOvertaken} from './confirm-write.ts';
import {toVersion} from './mapping.ts';
import {tryRead, unlessMissing} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {
  getVersion,
  nameOf,
  readState,
  requireTrait,
  stateName,
  unreleasedVersion,
  versionConflict,
  versions,
  versionsByPlatform,
  viewCommand,
  withApp,
} from './versions.ts';
import {patch, pathOf, post, REL, remove, TYPE, VERSION_REL} from './wire.ts';

export interface NewVersion extends Attributes {
  app: string;
  versionString: string;
  platform?: string;
  buildId?: string;
  ifExists?: IfExists;
  isMissing?: true;
}

export interface CreatedVersion {
  version: StoreVersion;
  existed?: true;
}

export async function createVersion(client: Client, wanted: NewVersion): Promise<CreatedVersion> {
  const {app, platform: given, buildId, ifExists = 'fail', isMissing, ...attributes} = wanted;
  const {versionString, ...changes} = attributes;
  client.assertWritable('POST', pathOf(TYPE.version));
  const {id: appId, bundleId} = await findApp(client, app);
  const platform = given ?? (await impliedPlatform(client, appId));
  client.ledger.concerns({appId, bundleId, versionString, platform});
  const find = async (reader: Client) => {
    const query = {app: appId, versions: [versionString], platforms: [platform], withAttributes: true};
    const items = await versions.all(reader, query);
    return items.find((item) => item.versionString === versionString && item.platform === platform);
  };
  const existing = ifExists === 'fail' || isMissing ? undefined : await find(client);
  if (existing) return adopt(client, existing, ifExists, changes);
  const name = `version ${versionString} for ${platform}`;
  const build = buildId === undefined ? undefined : {[VERSION_REL.build]: {type: TYPE.build, id: buildId}};
  try {
    return await confirmWrite(client, {
      request: post(TYPE.version, {app: {type: TYPE.app, id: appId}, ...build}, {...attributes, platform}),
      result: (answer) => ({version: toVersion(answer)}),
      what: `create ${name}`,
      checkWith: {command: ['versions', 'list'], flags: {app: appId, version: versionString, platform}},
      async read(reader) {
        const version = await find(reader);
        return {...judgeCreated(version, attributes, name), result: version && {version}};
      },
    });
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind !== 'conflict') throw error;
    const concurrent = ifExists === 'fail' ? undefined : await tryRead(client, find(client));
    if (concurrent) return adopt(client, concurrent, ifExists, changes);
    const holder = await tryRead(client, unreleasedVersion(client, {app: appId, platform}));
    if (!holder || isOnlyString(error)) throw error;
    throw error.with({
      summary: capitalized(holderText(holder)),
      details: [error.summary, ...error.details],
      facts: {remedies: waysOut({...holder, appId}, versionString)},
    });
  }
}

const isOnlyString = ({message}: ToolError) =>
  message.includes('/data/attributes/versionString') && !message.includes('/data/relationships/app');

async function impliedPlatform(client: Client, app: string): Promise<string> {
  const {items} = await versions.list(client, {app, platforms: ['IOS'], limit: 1});
  if (items.length > 0) return 'IOS';
  const found = await versionsByPlatform(client, {app, most: 1});
  const platforms = [...new Set(found.flatMap(({platform}) => platform ?? []))];
  if (platforms.length === 0) return 'IOS';
  throw new ToolError('usage', `is needed: the app has ${platforms.map(cleanText).join(', ')}`, {
    facts: {flag: 'platform'},
  });
}

async function adopt(client: Client, version: StoreVersion, ifExists: IfExists, changes: Attributes) {
  const isChanged = Object.values(changes).some((value) => value !== undefined);
  if (ifExists === 'skip' || !isChanged) return {version, existed: true as const};
  if (stateIs(version.state, 'editable'))
    return {...(await updateVersion(client, version, changes)), existed: true as const};
  throw versionConflict(version, `already exists, in ${stateName(version.state)}, and can no longer be changed`);
}

export function judgeCreated(version: StoreVersion | undefined, given: Attributes, name: string): Finding {
  if (!version) return {verdict: 'not-done', found: `there is no ${name}`};
  const {state} = version;
  const label = `${name} (${cleanText(version.id)})`;
  if (state !== 'PREPARE_FOR_SUBMISSION') {
    return {verdict: 'other', found: `${label} already existed, in ${stateName(state)}`};
  }
  const other = attributeNames(differentAttributes(version, given));
  if (other === '') return {verdict: 'done', found: `there is a ${name}`};
  return {verdict: 'other', found: `${label} exists, but with a different ${other}`};
}

/** @param reviewed the attributes that the user reviewed. If someone else has changed one of them, nothing is sent */
export async function updateVersion(
  client: Client,
  {id}: NamedVersion,
  {reviewed, ...changes}: Attributes & {reviewed?: Attributes},
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
    result: (answer) => ({version: toVersion(answer)}),
    what: 'update the version',
    checkWith: viewCommand(id),
    async read(reader) {
      const {version} = await getVersion(reader, id, withApp());
      return {...judgeUpdated(version, changes), result: {version}};
    },
  });
}

export function judgeUpdated(version: StoreVersion, given: Attributes): Finding {
  const missing = attributeNames(differentAttributes(version, given));
  if (missing === '') return {verdict: 'done', found: 'it has all of the changes'};
  return {verdict: 'not-done', found: `it does not have the new ${missing}`};
}

export async function deleteVersion(client: Client, {id}: NamedVersion) {
  const version = requireTrait((await getVersion(client, id, withApp())).version, 'deletable', 'deleted');
  return confirmWrite(client, {
    request: remove(TYPE.version, id),
    result: {versionId: id},
    what: `delete version ${nameOf(version)}`,
    checkWith: viewCommand(id),
    read: async (reader) => judgeDeleted((await unlessMissing(getVersion(reader, id)))?.version),
  });
}

export function judgeDeleted(version: Pick<StoreVersion, 'state'> | undefined): Finding {
  if (!version) return {verdict: 'done', found: 'the version is gone'};
  return {verdict: 'not-done', found: `the version is still there, in ${stateName(version.state)}`};
}

interface Released {
  versionId: string;
  releaseRequestId: string | null;
  isPhased?: boolean;
}

/** @param isEarly whether to release the version even before its date, which a note then names */
export async function releaseVersion(client: Client, named: NamedVersion, {isEarly}: {isEarly: boolean}) {
  const {id} = named;
  const version = await requireReleasable(client, named);
  const hold = releaseHold(version, client.clock.now());
  if (hold && !isEarly) throw versionConflict(version, `is ${hold.words}`);
  if (hold) client.ledger.notes.push(`It was ${hold.words}: this release overrides that.`);
  const released: Released = {versionId: id, releaseRequestId: null, isPhased: version.phasedRelease !== undefined};
  const write = confirmWrite(client, {
    request: post(TYPE.releaseRequest, {[REL.ofVersion]: {type: TYPE.version, id}}),
    result: (answer): Released => ({...released, releaseRequestId: answer.id}),
    what: `release version ${nameOf(version)}`,
    checkWith: viewCommand(id),
    read: async (reader) => ({...judgeReleased(await readState(reader, id)), result: released}),
  });
  return unlessOvertaken(client, write, async () => void (await requireReleasable(client, {id})));
}

async function requireReleasable(client: Client, {id, read}: NamedVersion): Promise<StoreVersion> {
  const version = read ?? (await getVersion(client, id, withApp([VERSION_REL.phasedRelease]))).version;
  const words = releasedAlready(version.state);
  if (words === undefined) return requireTrait(version, 'releasable', 'released');
  const details = [`It is in ${stateName(version.state)}.`];
  throw overtaken(`Version ${nameOf(version)} ${words}`, {details, checkWith: viewCommand(id)});
}

export function judgeReleased(state: string | undefined): Finding {
  const released = [...statesThatAre('approved'), ...statesThatAre('released')];
  const done = stateIs(state, 'moving') ? 'the version is being released' : 'the version was released';
  return judge(state, [released, done], [statesThatAre('releasable'), 'the version is not released yet']);
}
