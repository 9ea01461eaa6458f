import type {Submission, SubmissionItem} from '../model/submission.ts';
import {toCreatedDate} from '../model/time.ts';
import {lookup} from '../model/values.ts';
import {
  type Build,
  type Include,
  olderName,
  type PhasedRelease,
  type RelatedResource,
  type StoreVersion,
} from '../model/version.ts';
import {type CollectionDocument, writable} from './documents.ts';
import {ATTRIBUTE, type Identifier, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

/** Returns undefined for a value of another type, so that the attribute counts as absent. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const boolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export function related(resource: Resource, name: string, included: readonly Resource[] = []): Resource | undefined {
  const link = linkOf(resource, name);
  return link && included.find(({type, id}) => type === link.type && id === link.id);
}

/** Looks up included resources in a map, because a page may have ten thousand of them. */
export function finder(included: readonly Resource[]): (link: Identifier) => Resource | undefined {
  const known = new Map(included.map((one) => [`${one.type} ${one.id}`, one]));
  return ({type, id}) => known.get(`${type} ${id}`);
}

export function linkOf(resource: Resource, name: string): Identifier | undefined {
  const data = resource.relationships?.[name]?.data;
  return Array.isArray(data) ? undefined : (data ?? undefined);
}

export function linksOf({relationships = {}}: Resource, name: string): {links: Identifier[]; isPartial: boolean} {
  const {data, meta, links} = relationships[name] ?? {};
  if (!Array.isArray(data)) return {links: [], isPartial: true};
  const total = (meta as CollectionDocument['meta'])?.paging?.total ?? 0;
  return {links: data, isPartial: total > data.length || links?.next !== undefined};
}

type Whole<Model> = Model & Record<keyof Model, unknown>;

export const ROW_FIELDS: readonly string[] = [
  'versionString',
  'platform',
  ATTRIBUTE.oldState,
  ATTRIBUTE.newState,
  'createdDate',
  'releaseType',
  'earliestReleaseDate',
];

export function attributesOf(mapping: (resource: Resource) => unknown): string[] {
  const names: string[] = [];
  const attributes = new Proxy({}, {get: (_, name) => void names.push(String(name))});
  mapping({type: '', id: '', attributes});
  return names;
}

export function toVersion(resource: Resource, included: readonly Resource[] = []): Whole<StoreVersion> {
  const {id, attributes = {}} = resource;
  const [older, newer] = [text(attributes[ATTRIBUTE.oldState]), text(attributes[ATTRIBUTE.newState])];
  return {
    id,
    versionString: text(attributes.versionString),
    platform: text(attributes.platform),
    state: older ?? (newer && olderName(newer)),
    createdDate: toCreatedDate(text(attributes.createdDate)),
    copyright: text(attributes.copyright),
    releaseType: text(attributes.releaseType),
    earliestReleaseDate: text(attributes.earliestReleaseDate),
    reviewType: text(attributes.reviewType),
    downloadable: boolean(attributes.downloadable),
    appId: linkOf(resource, VERSION_REL.app)?.id,
    build: partOf(resource, VERSION_REL.build, included, toBuild),
    phasedRelease: partOf(resource, VERSION_REL.phasedRelease, included, toPhasedRelease),
    submittedDate: undefined,
  };
}

function partOf<T>(resource: Resource, name: string, included: readonly Resource[], toPart: (part: Resource) => T) {
  const link = linkOf(resource, name);
  const part = link && related(resource, name, included);
  return part ? toPart(part) : link && {id: link.id};
}

export function toBuild(resource: Resource, included: readonly Resource[] = []): Whole<Build> {
  const {id, attributes = {}} = resource;
  const preRelease = related(resource, REL.preRelease, included)?.attributes ?? {};
  return {
    id,
    version: text(attributes.version),
    versionString: text(preRelease.version),
    platform: text(preRelease.platform),
    processingState: text(attributes.processingState),
    expired: boolean(attributes.expired),
    audience: text(attributes[ATTRIBUTE.audience]),
    uploadedDate: text(attributes.uploadedDate),
    usesEncryption: boolean(attributes[ATTRIBUTE.encryption]),
    appId: undefined,
  };
}

export function toPhasedRelease({id, attributes = {}}: Resource): Whole<PhasedRelease> {
  return {
    id,
    state: text(attributes[ATTRIBUTE.phasedState]),
    currentDayNumber: number(attributes.currentDayNumber),
    totalPauseDuration: number(attributes.totalPauseDuration),
    startDate: text(attributes.startDate),
  };
}

export const ACTORS = ['submittedByActor', 'lastUpdatedByActor'] as const;

export function toSubmission(resource: Resource, find: (link: Identifier) => Resource): Submission {
  const {id, attributes = {}} = resource;
  const items = linksOf(resource, 'items');
  const version = linkOf(resource, REL.reviewedVersion);
  const actor = (name: (typeof ACTORS)[number]) => {
    const link = linkOf(resource, name);
    return link && actorName(find(link));
  };
  return {
    id,
    state: text(attributes.state),
    submittedDate: text(attributes.submittedDate),
    version: version && {id: version.id, versionString: text(find(version).attributes?.versionString)},
    items: items.links.map((item) => toItem(find(item))),
    isPartial: items.isPartial,
    submittedBy: actor('submittedByActor'),
    updatedBy: actor('lastUpdatedByActor'),
  };
}

export function toItem({id, attributes = {}, relationships = {}}: Resource): SubmissionItem {
  const linked = Object.values(relationships).flatMap(({data}) => (Array.isArray(data) ? [] : (data ?? [])))[0];
  const {type = '', id: linkedId} = linked ?? {};
  const kind = lookup(KINDS, type) ?? (type.startsWith('gameCenter') ? 'a Game Center item' : 'another item');
  const versionId = type === TYPE.version ? linkedId : undefined;
  return {id, state: text(attributes.state), versionId, kind: linked && kind};
}

const KINDS: Readonly<Record<string, string>> = {
  [TYPE.version]: 'a version',
  [TYPE.experiment]: 'an experiment',
  appCustomProductPageVersions: 'a custom product page',
  appEvents: 'an in-app event',
  backgroundAssetVersions: 'a background asset',
  inAppPurchaseVersions: 'an in-app purchase',
  subscriptionVersions: 'a subscription',
  subscriptionGroupVersions: 'a subscription group',
};

function actorName({attributes = {}}: Resource): string | undefined {
  const person = [attributes.userFirstName, attributes.userLastName].map(text).filter(Boolean).join(' ');
  const [email, key, type] = [attributes.userEmail, attributes.apiKeyId, attributes.actorType].map(text);
  if (person || email) return person || email;
  if (key !== undefined) return `API key ${key}`;
  return type === 'XCODE_CLOUD' ? 'Xcode Cloud' : type === 'APPLE' ? 'Apple' : undefined;
}

export const INCLUDED_WITH_VERSION: Readonly<Partial<Record<Include, {relationship: string; type: string}>>> = {
  storeReviewDetail: {relationship: VERSION_REL.reviewDetail, type: TYPE.reviewDetail},
  appClipDefaultExperience: {relationship: VERSION_REL.clipExperience, type: TYPE.clipExperience},
  storeVersionExperiments: {relationship: VERSION_REL.experiments, type: TYPE.experiment},
  storeVersionExperimentsV2: {relationship: VERSION_REL.experimentsV2, type: TYPE.experiment},
  storeVersionSubmission: {relationship: VERSION_REL.submission, type: TYPE.submission},
  routingAppCoverage: {relationship: VERSION_REL.coverage, type: TYPE.coverage},
  alternativeDistributionPackage: {relationship: VERSION_REL.distributionPackage, type: TYPE.distributionPackage},
  gameAppVersion: {relationship: VERSION_REL.gameVersion, type: TYPE.gameVersion},
};

export function toRelated({id, type, attributes = {}}: Resource): RelatedResource {
  const secret = attributes.demoAccountPassword;
  const shown = secret ? {...attributes, demoAccountPassword: '[hidden]'} : attributes;
  const [name] = Object.entries(INCLUDED_WITH_VERSION).find(([, included]) => included.type === type) ?? [];
  return {id, type: name ? name.replace(/s?$/, 's') : type, attributes: writable(shown)};
}
