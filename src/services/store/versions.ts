import {cleanText} from '../model/clean.ts';
import {type ErrorFacts, ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {
  GIVEN_ATTRIBUTES,
  PLATFORMS,
  type StoreVersion,
  stateIs,
  statesThatAre,
  type Trait,
  type VersionPage,
  type VersionState,
  versionName,
} from '../model/version.ts';
import {findApp, toApp} from './apps.ts';
import type {Client} from './client.ts';
import {attributesOf, toPhasedRelease, toVersion, toVersionRow} from './mapping.ts';
import {collection, readOne, readOptional} from './reads.ts';
import {ATTRIBUTE, PAGES, PATH, type Query, type Resource, TYPE, VERSION_REL} from './wire.ts';

export const BASIC_FIELDS: readonly string[] = ['versionString', 'platform', ATTRIBUTE.oldState, ATTRIBUTE.newState];
const ROW_FIELDS = attributesOf(toVersionRow);
const REST = Object.keys(GIVEN_ATTRIBUTES).filter((name) => !ROW_FIELDS.includes(name));

export interface VersionQuery {
  /** App ID, or a bundle ID (it has a dot), which costs one more request. */
  app: string;
  versions?: readonly string[];
  platforms?: readonly string[];
  states?: readonly VersionState[];
  /** 1 to 200 per page; the service's default when absent. */
  limit?: number;
  /** Includes the editable attributes. */
  withAttributes?: boolean;
  /** Includes the attached build's number and the app's name. */
  withBuild?: boolean;
}

export const versions = collection<VersionQuery, VersionPage>({
  path: PAGES.versions,
  async first(client, {app, versions: strings, platforms, states, limit, withAttributes, withBuild}) {
    const {id} = await findApp(client, app);
    const extra = withBuild ? [VERSION_REL.build, VERSION_REL.app] : [];
    return [
      PATH.appVersions(id),
      {
        // Of the two state filters, the one with the tool's own names.
        filter: {versionString: strings, platform: filterable(platforms), [ATTRIBUTE.oldState]: states},
        fields: {
          // Only what a list shows: a tenth of the size.
          [TYPE.version]: [...ROW_FIELDS, ...(withAttributes ? REST : []), ...extra],
          [TYPE.app]: withBuild ? ['name', 'bundleId'] : undefined,
          [TYPE.build]: withBuild ? ['version'] : undefined,
        },
        include: withBuild ? extra : undefined,
        limit,
      },
    ];
  },
  toPage({data, included}, target) {
    const app = included.find(({type}) => type === TYPE.app);
    const appId = PAGES.versions.exec(target.split('?')[0] ?? '')?.[1];
    const items = data.map((resource) => {
      const version = toVersion(resource, included);
      version.appId ??= appId;
      return version;
    });
    return {items, app: app && toApp(app)};
  },
});

/** The filter of the service refuses a platform that is new to this program: the caller picks from the whole list. */
function filterable(platforms: readonly string[] | undefined): readonly string[] | undefined {
  return platforms?.every((name) => PLATFORMS.some((one) => one === name)) ? platforms : undefined;
}

export interface FoundVersion {
  version: StoreVersion;
  resource: Resource;
  included: readonly Resource[];
}

export async function getVersion(client: Client, id: string, query: Query = {}): Promise<FoundVersion> {
  const {data, included} = await readOne(client, PATH.version(id), query);
  const version = toVersion(data, included);
  const app = included.find(({type}) => type === TYPE.app);
  client.ledger.concerns({...version, bundleId: app && toApp(app).bundleId});
  return {version, resource: data, included};
}

export async function readState(client: Client, id: string): Promise<string | undefined> {
  return (await getVersion(client, id)).version.state;
}

/** A linked phased release that was not included is read on its own: it may be running. */
export async function withPhased(client: Client, version: StoreVersion): Promise<StoreVersion> {
  const {id, phasedRelease} = version;
  if (!phasedRelease || phasedRelease.state !== undefined) return version;
  const found = await readOptional(client, PATH.versionPhasedRelease(id));
  return {...version, phasedRelease: found && toPhasedRelease(found.data)};
}

/** No other version of its platform was ever on sale. One GET, and another where its app is not known. */
export async function isFirstVersion(
  client: Client,
  {id, appId, platform}: Pick<StoreVersion, 'id' | 'appId' | 'platform'>,
): Promise<boolean> {
  const app = appId ?? (await appOf(client, id));
  if (app === undefined || platform === undefined) return false;
  const query = {app, platforms: [platform], states: statesThatAre('released'), limit: 2};
  const {items} = await versions.list(client, query);
  return !items.some((one) => one.id !== id && one.platform === platform && stateIs(one.state, 'released'));
}

async function appOf(client: Client, id: string): Promise<string | undefined> {
  const query = {
    include: VERSION_REL.app,
    fields: {[TYPE.version]: [...BASIC_FIELDS, VERSION_REL.app], [TYPE.app]: 'bundleId'},
  };
  return (await getVersion(client, id, query)).version.appId;
}

/** A version that keeps a new one of its platform from being created. One GET. */
export async function placeHolder(
  client: Client,
  {app, platform}: {app: string; platform: string},
): Promise<StoreVersion | undefined> {
  const query = {app, platforms: [platform], states: statesThatAre('holds-place'), limit: 1};
  const {items} = await versions.list(client, query);
  return items.find((one) => one.platform === platform && stateIs(one.state, 'holds-place'));
}

/** The newest versions of each platform that an app has: what came along with it may be of some only. */
export async function versionsByPlatform(
  client: Client,
  {app, most}: {app: string; most: number},
): Promise<StoreVersion[]> {
  const found = PLATFORMS.map(async (platform) => {
    const {items} = await versions.list(client, {app, platforms: [platform], limit: most});
    return items.filter((one) => one.platform === platform);
  });
  return (await Promise.all(found)).flat();
}

export function viewCommand(id: string, more: CheckCommand['flags'] = {}): CheckCommand {
  return {command: ['versions', 'view'], flags: {'version-id': id, ...more}};
}

export function nameOf(version: Pick<StoreVersion, 'versionString' | 'id'>): string {
  return cleanText(versionName(version));
}

export function stateName(state: string | undefined): string {
  return cleanText(state ?? 'no known state');
}

/** The tool's own refusal: `Version 1.2.0 …`. */
export function versionConflict(
  version: StoreVersion,
  words: string,
  {hint, ...facts}: {hint?: string} & Pick<ErrorFacts, 'check' | 'remedies'> = {},
): ToolError {
  const check = viewCommand(version.id);
  return new ToolError('conflict', `Version ${nameOf(version)} ${cleanText(words)}`, {hint, facts: {check, ...facts}});
}

/** `done` as in "cannot be `deleted`". @throws ToolError conflict when its state lacks the trait */
export function requireTrait(version: StoreVersion, trait: Trait, done: string): StoreVersion {
  if (stateIs(version.state, trait)) return version;
  const wanted = statesThatAre(trait).join(' or ');
  throw versionConflict(version, `is in ${stateName(version.state)}: only a version in ${wanted} can be ${done}`);
}
