import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {holderText, waysOut} from '../model/next-version.ts';
import type {Finding} from '../model/outcome.ts';
import {type Attributes, type IfExists, type Platform, type StoreVersion, stateIs} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {differences, isKnown, toWritten, updateVersion, type VersionChanges} from './version-writes.ts';
import {placeHolder, stateName, versionConflict, versions, versionsByPlatform} from './versions.ts';
import {type Identifier, PATH, post, TYPE, VERSION_REL} from './wire.ts';

export interface VersionDraft extends VersionChanges {
  app: string;
  versionString: string;
  /** IOS, unless the app has versions, and none for iOS. */
  platform?: Platform;
  buildId?: string;
  /** For an existing version: fail (the default), return it, or update it as given. */
  ifExists?: IfExists;
  isMissing?: true;
}

export interface CreatedVersion {
  version: StoreVersion;
  existed?: true;
}

type CompleteDraft = VersionDraft & {platform: Platform};

export async function createVersion(client: Client, given: VersionDraft): Promise<CreatedVersion> {
  client.assertWritable('POST', PATH.versions);
  const {id: appId, bundleId} = await findApp(client, given.app);
  const draft = {...given, platform: given.platform ?? (await impliedPlatform(client, appId))};
  client.ledger.concerns({appId, bundleId, versionString: draft.versionString, platform: draft.platform});
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

async function adoptExisting(client: Client, version: StoreVersion, draft: VersionDraft): Promise<CreatedVersion> {
  const {app: _, versionString: __, platform: ___, buildId: _4, isMissing: _5, ifExists, ...changes} = draft;
  const isChanged = Object.values(changes).some((value) => value !== undefined);
  if (ifExists === 'skip' || !isChanged) return {version, existed: true};
  if (stateIs(version.state, 'editable')) return {...(await updateVersion(client, version, changes)), existed: true};
  const words = `already exists, in ${stateName(version.state)}, and can no longer be changed`;
  throw versionConflict(version, words);
}

function postVersion(client: Client, appId: string, draft: CompleteDraft) {
  const {app: _, ifExists: __, isMissing: ___, buildId, ...attributes} = draft;
  const {versionString, platform} = draft;
  const name = `version ${versionString} for ${platform}`;
  const build: Record<string, Identifier> =
    buildId === undefined ? {} : {[VERSION_REL.build]: {type: TYPE.build, id: buildId}};
  return confirmWrite(client, {
    request: post(TYPE.version, {app: {type: TYPE.app, id: appId}, ...build}, attributes),
    toResult: toWritten,
    what: `create ${name}`,
    check: {command: ['versions', 'list'], flags: {app: appId, version: versionString, platform}},
    async read(reader) {
      const version = await findVersion(reader, appId, draft);
      return {...judgeCreated(version, attributes, name), result: version && {version}};
    },
  });
}

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
