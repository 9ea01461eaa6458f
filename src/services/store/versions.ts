import {cleanText} from '../model/clean.ts';
import {type ErrorFacts, ToolError} from '../model/error.ts';
import type {SuggestedCommand} from '../model/outcome.ts';
import {
  type App,
  type AppPlatform,
  GIVEN_ATTRIBUTES,
  hasApp,
  type Page,
  PLATFORMS,
  type StoreVersion,
  stateIs,
  statesThatAre,
  type Trait,
  type VersionState,
  versionName,
} from '../model/version.ts';
import {appIn, findApp} from './apps.ts';
import type {Client} from './client.ts';
import {ROW_FIELDS, toPhasedRelease, toVersion} from './mapping.ts';
import {collection, readOne, readOptional} from './reads.ts';
import {ATTRIBUTE, PAGES, pathOf, type Query, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

export const BASIC_FIELDS: readonly string[] = ['versionString', 'platform', ATTRIBUTE.oldState, ATTRIBUTE.newState];
const REST = Object.keys(GIVEN_ATTRIBUTES).filter((name) => !ROW_FIELDS.includes(name));

export interface VersionQuery {
  /** An app ID, or a bundle ID, which contains a dot and costs one more request. */
  app: string;
  versions?: readonly string[];
  platforms?: readonly string[];
  states?: readonly VersionState[];
  limit?: number;
  withAttributes?: boolean;
  parts?: readonly string[];
}

export const versions = collection<VersionQuery, Page<StoreVersion> & {app?: App}>({
  path: PAGES.versions,
  async first(client, {app, versions: strings, platforms, states, limit, withAttributes, parts = []}) {
    const {id} = await findApp(client, app);
    const include = parts.length > 0 ? [...parts, VERSION_REL.app] : undefined;
    // A filter for a platform that is new to this program would be refused, so the caller picks from the whole list.
    const areKnown = platforms?.every((name) => PLATFORMS.some((one) => one === name));
    return [
      pathOf(TYPE.app, id, REL.versions),
      {
        filter: {versionString: strings, platform: areKnown ? platforms : undefined, [ATTRIBUTE.oldState]: states},
        fields: {
          [TYPE.version]: [...ROW_FIELDS, ...(withAttributes ? REST : []), ...(include ?? [])],
          [TYPE.app]: include ? ['name', 'bundleId'] : undefined,
          [TYPE.build]: parts.includes(VERSION_REL.build) ? ['version'] : undefined,
        },
        include,
        limit,
      },
    ];
  },
  toPage({data, included}, {pathname}) {
    const appId = PAGES.versions.exec(pathname)?.[1] ?? '';
    const items = data.map((resource) => Object.assign(toVersion(resource, included), {appId}));
    return {items, app: appIn(included)};
  },
});

export interface FoundVersion {
  version: StoreVersion;
  app?: App;
  resource: Resource;
  included: readonly Resource[];
}

export async function getVersion(client: Client, id: string, query: Query = {}): Promise<FoundVersion> {
  const {data, included} = await readOne(client, pathOf(TYPE.version, id), query);
  const version = toVersion(data, included);
  const app = appIn(included);
  client.ledger.concerns({...version, bundleId: app?.bundleId});
  return {version, app, resource: data, included};
}

export function withApp(more: readonly string[] = [], isBrief = false) {
  const include = [VERSION_REL.app, ...more];
  const fields = {[TYPE.app]: 'bundleId', [TYPE.version]: isBrief ? [...BASIC_FIELDS, ...include] : undefined};
  return {include, fields};
}

export function requireApp<V extends StoreVersion>(version: V): V & AppPlatform {
  if (hasApp(version)) return version;
  throw new ToolError('service', 'The service did not return the app and platform of the version');
}

export async function readState(client: Client, id: string): Promise<string | undefined> {
  return (await getVersion(client, id)).version.state;
}

/** Reads a linked phased release that was not included, because it may be running. */
export async function withPhased<V extends StoreVersion>(client: Client, version: V): Promise<V> {
  const {id, phasedRelease} = version;
  if (!phasedRelease || phasedRelease.state !== undefined) return version;
  const found = await readOptional(client, pathOf(TYPE.version, id, VERSION_REL.phasedRelease));
  return {...version, phasedRelease: found && toPhasedRelease(found.data)};
}

export async function isFirstVersion(client: Client, {id, appId, platform}: AppPlatform & {id: string | undefined}) {
  const query = {app: appId, platforms: [platform], states: statesThatAre('released'), limit: 2};
  const {items} = await versions.list(client, query);
  return !items.some((one) => one.id !== id && one.platform === platform && stateIs(one.state, 'released'));
}

export async function unreleasedVersion(client: Client, {app, platform}: {app: string; platform: string}) {
  const query = {app, platforms: [platform], states: statesThatAre('holder'), limit: 1};
  const {items} = await versions.list(client, query);
  return items.find((one) => one.platform === platform && stateIs(one.state, 'holder'));
}

export async function versionsByPlatform(client: Client, {app, most}: {app: string; most: number}) {
  const found = PLATFORMS.map(async (platform) => {
    const {items} = await versions.list(client, {app, platforms: [platform], limit: most});
    return items.filter((one) => one.platform === platform);
  });
  return (await Promise.all(found)).flat();
}

export function viewCommand(id: string, more: SuggestedCommand['flags'] = {}): SuggestedCommand {
  return {command: ['versions', 'view'], flags: {'version-id': id, ...more}};
}

export function nameOf(version: Pick<StoreVersion, 'versionString' | 'id'>): string {
  return cleanText(versionName(version));
}

export function stateName(state: string | undefined): string {
  return cleanText(state ?? 'no known state');
}

export function versionConflict(
  version: StoreVersion,
  words: string,
  {hint, ...facts}: {hint?: string} & Pick<ErrorFacts, 'checkWith' | 'isFinal' | 'remedies'> = {},
): ToolError {
  const checkWith = viewCommand(version.id);
  return new ToolError('conflict', `Version ${nameOf(version)} ${cleanText(words)}`, {
    hint,
    facts: {checkWith, ...facts},
  });
}

export function requireTrait<V extends StoreVersion>(version: V, trait: Trait, done: string): V {
  if (stateIs(version.state, trait)) return version;
  const wanted = statesThatAre(trait).join(' or ');
  throw versionConflict(version, `is in ${stateName(version.state)}: only a version in ${wanted} can be ${done}`, {
    isFinal: true,
  });
}
