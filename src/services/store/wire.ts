/** The names of the App Store Connect API (OpenAPI document 4.4.1), shared with the sandbox store. */

import {ToolError} from '../model/error.ts';
import type {PlannedRequest} from '../model/outcome.ts';
import {isId} from '../model/values.ts';

export const AUDIENCE = 'appstoreconnect-v1';
export const DEFAULT_ORIGIN = 'https://api.appstoreconnect.apple.com';

export const TYPE = {
  app: 'apps',
  version: 'appStoreVersions',
  build: 'builds',
  preReleaseVersion: 'preReleaseVersions',
  releaseRequest: 'appStoreVersionReleaseRequests',
  submission: 'appStoreVersionSubmissions',
  reviewSubmission: 'reviewSubmissions',
  reviewSubmissionItem: 'reviewSubmissionItems',
  actor: 'actors',
  phasedRelease: 'appStoreVersionPhasedReleases',
  localization: 'appStoreVersionLocalizations',
  reviewDetail: 'appStoreReviewDetails',
  experiment: 'appStoreVersionExperiments',
  clipExperience: 'appClipDefaultExperiences',
  coverage: 'routingAppCoverages',
  distributionPackage: 'alternativeDistributionPackages',
  gameVersion: 'gameCenterAppVersions',
  customerReview: 'customerReviews',
  appInfo: 'appInfos',
  ageRating: 'ageRatingDeclarations',
} as const;

export const VERSION_REL = {
  app: 'app',
  localizations: 'appStoreVersionLocalizations',
  build: 'build',
  phasedRelease: 'appStoreVersionPhasedRelease',
  gameVersion: 'gameCenterAppVersion',
  coverage: 'routingAppCoverage',
  reviewDetail: 'appStoreReviewDetail',
  submission: 'appStoreVersionSubmission',
  clipExperience: 'appClipDefaultExperience',
  experiments: 'appStoreVersionExperiments',
  experimentsV2: 'appStoreVersionExperimentsV2',
  customerReviews: 'customerReviews',
  distributionPackage: 'alternativeDistributionPackage',
} as const;

export const REL = {
  ofVersion: 'appStoreVersion',
  reviewedVersion: 'appStoreVersionForReview',
  preRelease: 'preReleaseVersion',
  screenshots: 'appScreenshotSets',
  ageRating: 'ageRatingDeclaration',
  category: 'primaryCategory',
  versions: 'appStoreVersions',
  submissions: 'reviewSubmissions',
} as const;

export const ATTRIBUTE = {
  /** A version has its state in two attributes. The tool uses the state names of the older one. */
  oldState: 'appStoreState',
  newState: 'appVersionState',
  audience: 'buildAudienceType',
  encryption: 'usesNonExemptEncryption',
  phasedState: 'phasedReleaseState',
  contentRights: 'contentRightsDeclaration',
} as const;

/** Returns a path such as `/v1/builds/42/app`. @throws ToolError service for an ID that is not one clean segment */
export function pathOf(type: string, id?: string, rest?: string): string {
  const place = id === undefined ? '' : `/${segment(id)}`;
  return `/v1/${type}${place}${rest === undefined ? '' : `/${rest}`}`;
}

export type WriteRequest = readonly [method: PlannedRequest['method'], path: string, body?: object];

export function post(type: string, related: Readonly<Record<string, Identifier>>, attributes?: object): WriteRequest {
  const relationships = Object.fromEntries(Object.entries(related).map(([name, data]) => [name, {data}]));
  return ['POST', pathOf(type), {data: {type, attributes, relationships}}];
}

export function patch(type: string, id: string, attributes: object): WriteRequest {
  return ['PATCH', pathOf(type, id), {data: {type, id, attributes}}];
}

export function remove(type: string, id: string): WriteRequest {
  return ['DELETE', pathOf(type, id)];
}

export const limitOf = (relationship: string): string => `limit[${relationship}]`;

export interface Identifier {
  type: string;
  id: string;
}
export interface Resource extends Identifier {
  attributes?: Record<string, unknown>;
  relationships?: Record<
    string,
    {data?: Identifier | Identifier[] | null; links?: Record<string, string>; meta?: unknown}
  >;
  links?: Record<string, string>;
}
export interface WireError {
  id?: string;
  status?: string;
  code?: string;
  title?: string;
  detail?: string;
  source?: {pointer?: string; parameter?: string};
  meta?: {associatedErrors?: Record<string, WireError[]>} & Record<string, unknown>;
}

export const PAGES = {
  versions: /^\/v1\/apps\/((?!\.\.?\/)[A-Za-z0-9._-]+)\/appStoreVersions$/,
  apps: /^\/v1\/apps$/,
  builds: /^\/v1\/builds$/,
} as const;

/** Replaces `~` with the brand, e.g. in `releaseWith~Version`. Full names would make tables too long. */
export const branded = (text: string): string =>
  text.replace(/~/g, (_, at: number) => (/[A-Za-z0-9]/.test(text.charAt(at - 1)) ? 'AppStore' : 'appStore'));

type Value = readonly string[] | string | number | undefined;
/** `{fields: {apps: 'name'}}` becomes `fields[apps]=name`. */
export type Query = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

/** Encodes values, but neither commas between them nor brackets in names, which the service expects unencoded. */
export function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]): (readonly [string, Value])[] =>
    typeof value === 'object' && !isList(value)
      ? Object.entries(value).map(([key, one]) => [`${name}[${key}]`, one])
      : [[name, value]],
  );
  const pairs = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${[value].flat().map(encode).join(',')}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** Encodes a value, without the lone surrogates that the service's text may contain, but a URL cannot. */
function encode(value: string | number): string {
  return encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

export function segment(id: string): string {
  if (isId(id) || /^<id of [^<>]+>$/.test(id)) return id;
  throw new ToolError('service', 'The service sent an ID that cannot be part of a URL');
}
