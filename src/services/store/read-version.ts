import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {stateIs, statesThatAre, type Trait} from '../model/states.ts';
import {type StoreVersion, versionName} from '../model/version.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toPhasedRelease, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {beforeWrite} from './settle.ts';
import {PATH} from './wire.ts';

/** The command that shows a version. */
export function viewCommand(id: string, more: CheckCommand['flags'] = {}): CheckCommand {
  return {command: ['versions', 'view'], flags: {'version-id': id, ...more}};
}

/** @param include relationships that come along */
export async function readVersion(
  client: Client,
  id: string,
  signal?: AbortSignal,
  include?: readonly string[],
): Promise<StoreVersion> {
  const {data, included} = parseSingle(await client.get(withQuery(PATH.version(segment(id)), {include}), signal));
  return toVersion(data, included);
}

/** A phased release that is linked but did not come along is read by itself: it may be running. */
export async function withPhased(client: Client, version: StoreVersion, signal?: AbortSignal): Promise<StoreVersion> {
  const {id, phasedRelease} = version;
  if (!phasedRelease || phasedRelease.state !== undefined) return version;
  try {
    const {data} = parseSingle(await client.get(PATH.versionPhasedRelease(segment(id)), signal));
    return {...version, phasedRelease: toPhasedRelease(data)};
  } catch (error) {
    // It was deleted in between.
    if (error instanceof ToolError && error.kind === 'not-found') return {...version, phasedRelease: undefined};
    throw error;
  }
}

/**
 * The version that is about to be written, read anew.
 * @param trait what its state must be @param done what is to be done to it, e.g. `deleted`
 * @throws ToolError conflict when its state is another; whatever it rejects with, nothing was sent but the GET
 */
export function requireState(
  client: Client,
  id: string,
  {trait, done, include}: {trait: Trait; done: string; include?: readonly string[]},
  signal?: AbortSignal,
): Promise<StoreVersion> {
  return beforeWrite(async () => {
    const version = await readVersion(client, id, signal, include);
    if (stateIs(version.state, trait)) return version;
    const [name, state] = [versionName(version), version.state ?? 'no known state'].map(cleanText);
    throw new ToolError(
      'conflict',
      `Version ${name} is in ${state}: only a version in ${statesThatAre(trait).join(' or ')} can be ${done}`,
      {facts: {check: viewCommand(id)}},
    );
  });
}
