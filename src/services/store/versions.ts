import {cleanText} from '../model/clean.ts';
import {type ErrorFacts, ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {
  GIVEN_ATTRIBUTES,
  type Platform,
  type StoreVersion,
  stateIs,
  statesThatAre,
  type Trait,
  type VersionPage,
  type VersionState,
  versionName,
} from '../model/version.ts';
import {findApp, PER_APP, toApp} from './apps.ts';
import type {Client} from './client.ts';
import {attributesOf, toPhasedRelease, toVersion, toVersionRow} from './mapping.ts';
import {collection, readOne, readPage, unlessMissing} from './reads.ts';
import {ATTRIBUTE, limitOf, PAGES, PATH, type Query, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

export const BASIC_FIELDS: readonly string[] = ['versionString', 'platform', ATTRIBUTE.oldState, ATTRIBUTE.newState];
const ROW_FIELDS = attributesOf(toVersionRow);
const REST = Object.keys(GIVEN_ATTRIBUTES).filter((name) => !ROW_FIELDS.includes(name));

export interface VersionQuery {
  /** App ID, or a bundle ID (it has a dot), which costs one more request. */
  app: string;
  versions?: readonly string[];
  platforms?: readonly Platform[];
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
        filter: {versionString: strings, platform: platforms, [ATTRIBUTE.oldState]: states},
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
  toPage({data, included}, target = '') {
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

export interface FoundVersion {
  version: StoreVersion;
  resource: Resource;
  included: readonly Resource[];
}

export async function getVersion(client: Client, id: string, query: Query = {}): Promise<FoundVersion> {
  const {data, included} = await readOne(client, PATH.version(id), query);
  return {version: toVersion(data, included), resource: data, included};
}

export async function readState(client: Client, id: string): Promise<string | undefined> {
  return (await getVersion(client, id)).version.state;
}

/** A linked phased release that was not included is read on its own: it may be running. */
export async function withPhased(client: Client, version: StoreVersion): Promise<StoreVersion> {
  const {id, phasedRelease} = version;
  if (!phasedRelease || phasedRelease.state !== undefined) return version;
  const found = await unlessMissing(readOne(client, PATH.versionPhasedRelease(id)));
  return {...version, phasedRelease: found && toPhasedRelease(found.data)};
}

/**
 * Whether it is the first of its app and platform. More versions than a request returns means that some were released.
 */
export async function isFirstVersion(
  client: Client,
  {id, platform}: Pick<StoreVersion, 'id' | 'platform'>,
): Promise<boolean> {
  const {included} = await readPage(client, PATH.apps, {
    filter: {[REL.versions]: id},
    include: REL.versions,
    fields: {[TYPE.app]: REL.versions, [TYPE.version]: ['platform', ATTRIBUTE.oldState, ATTRIBUTE.newState]},
    [limitOf(REL.versions)]: PER_APP,
  });
  const all = included.filter(({type}) => type === TYPE.version).map((resource) => toVersion(resource));
  const others = all.filter((version) => version.id !== id && version.platform === platform);
  return all.length > 0 && all.length < PER_APP && !others.some(({state}) => stateIs(state, 'released'));
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
