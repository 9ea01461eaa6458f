import {NEWER_NAMES} from '../model/states.ts';
import {toCreatedDate} from '../model/time.ts';
import {lookup} from '../model/values.ts';
import type {Build, Include, PhasedRelease, RelatedResource, StoreVersion} from '../model/version.ts';
import {boolean, number, text} from './attributes.ts';
import {type CollectionDocument, writable} from './documents.ts';
import {
  BUILD_ENCRYPTION,
  type Identifier,
  NEW_STATE,
  OLD_STATE,
  PHASED_STATE,
  PRE_RELEASE_REL,
  type Resource,
  TYPE,
  VERSION_REL,
} from './wire.ts';

/** Wire to model and back: the one place where the service's names become the tool's own. */

/** The resource that a to-one relationship leads to, among those that came with the document. */
export function related(resource: Resource, name: string, included: readonly Resource[] = []): Resource | undefined {
  const link = linkOf(resource, name);
  return link && included.find(({type, id}) => type === link.type && id === link.id);
}

/** The identifier in a to-one relationship, where the document gives it. */
export function linkOf(resource: Resource, name: string): Identifier | undefined {
  const data = resource.relationships?.[name]?.data;
  return Array.isArray(data) ? undefined : (data ?? undefined);
}

/** The identifiers in a to-many relationship, as far as they came along with the document. */
export function linksOf({relationships = {}}: Resource, name: string): {links: Identifier[]; isPartial: boolean} {
  const {data, meta, links} = relationships[name] ?? {};
  if (!Array.isArray(data)) return {links: [], isPartial: true};
  const total = (meta as CollectionDocument['meta'])?.paging?.total ?? 0;
  return {links: data, isPartial: total > data.length || links?.next !== undefined};
}

/** A version as it came along with its app: there may be ten thousand of them, and no more of it is asked for. */
export function toVersionRow({id, attributes = {}}: Resource): StoreVersion {
  return {
    id,
    versionString: text(attributes.versionString),
    platform: text(attributes.platform),
    state: toState(attributes),
    createdDate: toCreatedDate(text(attributes.createdDate)),
  };
}

/** A version; of a build or phased release that is linked and did not come along, only the ID. */
export function toVersion(resource: Resource, included: readonly Resource[] = []): StoreVersion {
  const {id, attributes = {}} = resource;
  const buildLink = linkOf(resource, VERSION_REL.build);
  const build = buildLink && related(resource, VERSION_REL.build, included);
  const phasedLink = linkOf(resource, VERSION_REL.phasedRelease);
  const phased = phasedLink && related(resource, VERSION_REL.phasedRelease, included);
  return {
    id,
    versionString: text(attributes.versionString),
    platform: text(attributes.platform),
    state: toState(attributes),
    createdDate: toCreatedDate(text(attributes.createdDate)),
    copyright: text(attributes.copyright),
    releaseType: text(attributes.releaseType),
    earliestReleaseDate: text(attributes.earliestReleaseDate),
    reviewType: text(attributes.reviewType),
    downloadable: boolean(attributes.downloadable),
    appId: linkOf(resource, VERSION_REL.app)?.id,
    build: build ? toBuild(build) : buildLink && {id: buildLink.id},
    phasedRelease: phased ? toPhasedRelease(phased) : phasedLink && {id: phasedLink.id},
  };
}

/** The older attribute has the tool's own names; the newer one is translated where they differ. */
function toState(attributes: Record<string, unknown>): string | undefined {
  const newer = text(attributes[NEW_STATE]);
  return text(attributes[OLD_STATE]) ?? (newer && (lookup<string>(NEWER_NAMES, newer) ?? newer));
}

export function toBuild({id, attributes = {}, ...resource}: Resource, included: readonly Resource[] = []): Build {
  const preRelease = related({id, ...resource}, PRE_RELEASE_REL, included)?.attributes ?? {};
  return {
    id,
    version: text(attributes.version),
    versionString: text(preRelease.version),
    platform: text(preRelease.platform),
    processingState: text(attributes.processingState),
    expired: boolean(attributes.expired),
    uploadedDate: text(attributes.uploadedDate),
    usesEncryption: boolean(attributes[BUILD_ENCRYPTION]),
  };
}

export function toPhasedRelease({id, attributes = {}}: Resource): PhasedRelease {
  return {
    id,
    state: text(attributes[PHASED_STATE]),
    currentDayNumber: number(attributes.currentDayNumber),
    totalPauseDuration: number(attributes.totalPauseDuration),
    startDate: text(attributes.startDate),
  };
}

/** How each `--include` name is asked for in the one GET of a version, and the type that answers it. */
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

const NEUTRAL_TYPES: Readonly<Record<string, string>> = {
  [TYPE.reviewDetail]: 'storeReviewDetails',
  [TYPE.experiment]: 'storeVersionExperiments',
  [TYPE.submission]: 'storeVersionSubmissions',
  [TYPE.gameVersion]: 'gameAppVersions',
};

/** A related resource with its neutral type, and without its secret. */
export function toRelated({id, type, attributes = {}}: Resource): RelatedResource {
  const secret = attributes.demoAccountPassword;
  const shown = secret ? {...attributes, demoAccountPassword: '[hidden]'} : attributes;
  return {id, type: lookup(NEUTRAL_TYPES, type) ?? type, attributes: writable(shown)};
}
