import type {ToolError} from '../model/error.ts';
import type {Finding, SuggestedCommand} from '../model/outcome.ts';
import {
  PHASED_CHANGES,
  PHASED_CLAUSES,
  type PhasedChange,
  type PhasedResult,
  whyNotChange,
} from '../model/phased-release.ts';
import {lookup} from '../model/values.ts';
import {type PhasedRelease, type StoreVersion, stateIs} from '../model/version.ts';
import type {Client} from './client.ts';
import {confirmWrite, unlessOvertaken, verdictOn} from './confirm-write.ts';
import {toPhasedRelease} from './mapping.ts';
import type {NamedVersion} from './reference.ts';
import {
  getVersion,
  isFirstVersion,
  nameOf,
  requireApp,
  stateName,
  versionConflict,
  withApp,
  withPhased,
} from './versions.ts';
import {ATTRIBUTE, patch, post, REL, remove, TYPE, VERSION_REL, type WriteRequest} from './wire.ts';

async function readPhased(client: Client, {id, read}: NamedVersion): Promise<StoreVersion> {
  const version = read ?? (await getVersion(client, id, withApp([VERSION_REL.phasedRelease], true))).version;
  return withPhased(client, version);
}

export async function viewPhased(client: Client, named: NamedVersion): Promise<PhasedResult> {
  return {versionId: named.id, phased: (await readPhased(client, named)).phasedRelease};
}

export async function enablePhased(client: Client, named: NamedVersion): Promise<PhasedResult> {
  const {id} = named;
  const version = await readPhased(client, named);
  const {phasedRelease, state} = version;
  if (phasedRelease) return {versionId: id, phased: phasedRelease};
  if (stateIs(state, 'released'))
    throw wrongTime(version, `is in ${state}: a phased release can only be set up before the release`);
  if (await isFirstVersion(client, requireApp(version)))
    throw wrongTime(version, 'is the first version: only an update can be released in phases');
  const related = {[REL.ofVersion]: {type: TYPE.version, id}};
  const request = post(TYPE.phasedRelease, related, {[ATTRIBUTE.phasedState]: 'INACTIVE'});
  return write(client, version, 'enable', request);
}

export async function disablePhased(client: Client, named: NamedVersion): Promise<PhasedResult> {
  const version = await readPhased(client, named);
  const {phasedRelease, state} = version;
  if (!phasedRelease) return {versionId: named.id};
  if (stateIs(state, 'released'))
    throw wrongTime(version, `is in ${state}: its phased release can no longer be disabled, only paused or completed`);
  return write(client, version, 'disable', remove(TYPE.phasedRelease, phasedRelease.id));
}

export async function changePhased(client: Client, named: NamedVersion, change: PhasedChange): Promise<PhasedResult> {
  const {id} = named;
  const {to, done} = PHASED_CHANGES[change];
  const version = await readPhased(client, named);
  const {phasedRelease: phased, state = 'no known state'} = version;
  if (!phased) throw wrongTime(version, `is in ${state} and has no phased release that could be ${done}`);
  const {state: now = 'in no known state'} = phased;
  if (to.includes(now)) return {versionId: id, phased};
  if (!stateIs(state, 'live')) {
    const isOver = stateIs(state, 'at-rest');
    const when = isOver ? 'its roll-out is over' : `its phased release can be ${done} once it is in READY_FOR_SALE`;
    throw wrongTime(version, `is in ${state}: ${when}`);
  }
  refuseChange(version, change);
  const request = patch(TYPE.phasedRelease, phased.id, {[ATTRIBUTE.phasedState]: to[0]});
  return write(client, version, change, request);
}

function refuseChange(version: StoreVersion, change: PhasedChange): void {
  const why = whyNotChange(change, version.phasedRelease?.state);
  if (why !== undefined) throw wrongTime(version, `cannot have its roll-out ${PHASED_CHANGES[change].done}: ${why}`);
}

function checkOf({id}: StoreVersion): SuggestedCommand {
  return {command: ['phased-release', 'view'], flags: {'version-id': id}};
}

function wrongTime(version: StoreVersion, words: string): ToolError {
  return versionConflict(version, words, {checkWith: checkOf(version), isFinal: true});
}

type PhasedWrite = keyof typeof CHANGES;

function write(client: Client, version: StoreVersion, what: PhasedWrite, request: WriteRequest): Promise<PhasedResult> {
  const {id: versionId} = version;
  const sent = confirmWrite<PhasedResult>(client, {
    request,
    result: what === 'disable' ? {versionId} : (answer) => ({versionId, phased: toPhasedRelease(answer)}),
    what: `${what} the phased release of version ${nameOf(version)}`,
    checkWith: checkOf(version),
    async read(reader) {
      const {phasedRelease: phased} = await readPhased(reader, {id: versionId});
      return {...judgePhased(phased, what), result: {versionId, phased}};
    },
  });
  return unlessOvertaken(client, sent, async () => {
    const now = await readPhased(client, {id: versionId});
    const {phasedRelease: phased} = now;
    if (CHANGES[what].to.includes(phased?.state ?? 'NONE')) return {versionId, phased};
    if (what !== 'enable' && what !== 'disable') refuseChange(now, what);
    return undefined;
  });
}

const CHANGES = {
  enable: {from: ['NONE'], to: ['INACTIVE', 'ACTIVE']},
  disable: {from: ['INACTIVE'], to: ['NONE']},
  ...PHASED_CHANGES,
};

export function judgePhased(phased: PhasedRelease | undefined, change: PhasedWrite): Finding {
  const state = phased ? phased.state : 'NONE';
  const {from, to} = CHANGES[change];
  const found = lookup(PHASED_CLAUSES, state) ?? `the phased release is in ${stateName(state)}`;
  return {verdict: verdictOn(state, to, from), found};
}
