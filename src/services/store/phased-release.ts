import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {CHANGEABLE, type PhasedChange, type PhasedResult} from '../model/phased-release.ts';
import {judgePhased} from '../model/recovery.ts';
import {stateIs} from '../model/states.ts';
import {type StoreVersion, versionName} from '../model/version.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {isFirstVersion} from './first-version.ts';
import {toPhasedRelease, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {withPhased} from './read-version.ts';
import {resolveVersion} from './reference.ts';
import {answered, beforeWrite, settled, withResult} from './settle.ts';
import {fields, NEW_STATE, OF_VERSION, OLD_STATE, PATH, PHASED_STATE, TYPE, VERSION_REL} from './wire.ts';

/** A version with its phased release: one request beside those that a reference costs. */
async function readPhased(client: Client, id: string, signal?: AbortSignal): Promise<StoreVersion> {
  const target = withQuery(PATH.version(segment(id)), {
    include: VERSION_REL.phasedRelease,
    [fields(TYPE.version)]: ['versionString', 'platform', OLD_STATE, NEW_STATE, VERSION_REL.phasedRelease],
  });
  const {data, included} = parseSingle(await client.get(target, signal));
  return withPhased(client, toVersion(data, included), signal);
}

/** The same before a write: whatever it rejects with, nothing was sent. */
function readFirst(client: Client, version: string, signal?: AbortSignal): Promise<StoreVersion> {
  return beforeWrite(async () => readPhased(client, await resolveVersion(client, version, signal), signal));
}

export async function viewPhased(client: Client, version: string, signal?: AbortSignal): Promise<PhasedResult> {
  const {id, phasedRelease} = await readPhased(client, await resolveVersion(client, version, signal), signal);
  return {versionId: id, phased: phasedRelease};
}

/** Before the release of an update. @throws ToolError conflict */
export async function enablePhased(client: Client, reference: string, signal?: AbortSignal): Promise<PhasedResult> {
  client.willWrite('POST', PATH.phasedReleases);
  const version = await readFirst(client, reference, signal);
  const {id, phasedRelease, state} = version;
  if (phasedRelease) return {versionId: id, phased: phasedRelease};
  if (stateIs(state, 'released')) throw wrongTime(version, `is in ${state}: a phased release is set up before that`);
  if (await beforeWrite(() => isFirstVersion(client, version, signal)))
    throw wrongTime(version, 'is the first version: only an update can be released in phases');
  const body = {
    data: {
      type: TYPE.phasedRelease,
      attributes: {[PHASED_STATE]: 'INACTIVE'},
      relationships: {[OF_VERSION]: {data: {type: TYPE.version, id}}},
    },
  };
  const write = async () => written(id, await client.write('POST', PATH.phasedReleases, body, signal));
  return settle(client, version, {write, what: 'enable'}, signal);
}

/** Before the release. @throws ToolError conflict */
export async function disablePhased(client: Client, reference: string, signal?: AbortSignal): Promise<PhasedResult> {
  client.willWrite('DELETE', PATH.phasedRelease(UNKNOWN));
  const version = await readFirst(client, reference, signal);
  const {id, phasedRelease, state} = version;
  if (!phasedRelease) return {versionId: id};
  if (stateIs(state, 'released'))
    throw wrongTime(
      version,
      `is in ${state}: its phased release cannot be disabled any more, only paused or completed`,
    );
  const write = async () => {
    await client.write('DELETE', PATH.phasedRelease(segment(phasedRelease.id)), undefined, signal);
    return {versionId: id};
  };
  return settle(client, version, {write, what: 'disable'}, signal);
}

const CHANGES: Readonly<Record<PhasedChange, {to: string; done: string}>> = {
  pause: {to: 'PAUSED', done: 'paused'},
  resume: {to: 'ACTIVE', done: 'resumed'},
  complete: {to: 'COMPLETE', done: 'completed'},
};

/** After the release. @throws ToolError conflict */
export async function changePhased(
  client: Client,
  reference: string,
  change: PhasedChange,
  signal?: AbortSignal,
): Promise<PhasedResult> {
  const {to, done} = CHANGES[change];
  const from = CHANGEABLE[change];
  client.willWrite('PATCH', PATH.phasedRelease(UNKNOWN));
  const version = await readFirst(client, reference, signal);
  const {id, phasedRelease, state = 'no known state'} = version;
  if (!phasedRelease) throw wrongTime(version, `is in ${state} and has no phased release that could be ${done}`);
  if (phasedRelease.state === to) return {versionId: id, phased: phasedRelease};
  if (!stateIs(state, 'live'))
    throw wrongTime(version, `is in ${state}: its phased release can be ${done} once it is in READY_FOR_SALE`);
  if (!from.includes(phasedRelease.state ?? '')) {
    const now = phasedRelease.state ?? 'in no known state';
    throw wrongTime(
      version,
      `has a phased release that is ${now}: only one that is ${from.join(' or ')} can be ${done}`,
    );
  }
  const body = {data: {type: TYPE.phasedRelease, id: phasedRelease.id, attributes: {[PHASED_STATE]: to}}};
  const path = PATH.phasedRelease(segment(phasedRelease.id));
  const write = async () => written(id, await client.write('PATCH', path, body, signal));
  return settle(client, version, {write, what: change}, signal);
}

/** How a phased release is written as long as its ID is not known. */
const UNKNOWN = '<id of the phased release>';

function written(versionId: string, answer: string): PhasedResult {
  return {versionId, phased: answered(() => toPhasedRelease(parseSingle(answer).data))};
}

function checkOf({id}: StoreVersion): CheckCommand {
  return {command: ['phased-release', 'view'], flags: {'version-id': id}};
}

function wrongTime(version: StoreVersion, why: string): ToolError {
  return new ToolError('conflict', `Version ${cleanText(versionName(version))} ${cleanText(why)}`, {
    facts: {check: checkOf(version), outcome: 'not-sent'},
  });
}

function settle(
  client: Client,
  version: StoreVersion,
  {write, what}: {write: () => Promise<PhasedResult>; what: 'enable' | 'disable' | PhasedChange},
  signal?: AbortSignal,
): Promise<PhasedResult> {
  const {id, phasedRelease: before} = version;
  return settled(
    write,
    {
      what: `${what} the phased release of version ${id}`,
      check: checkOf(version),
      async read(again) {
        const {phasedRelease: phased} = await readPhased(client, id, again);
        return withResult(judgePhased(phased, what, before), {versionId: id, phased});
      },
    },
    signal,
  );
}
