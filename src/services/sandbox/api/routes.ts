import {branded} from '../../store/wire.ts';
import {noSuchPath, wrongMethod} from '../errors.ts';
import {type ReadOperation, readOperation} from './api-document.ts';

/** Where a request leads: the name of a reading or a writing operation, and the ID in its path. */
export interface Route {
  kind: 'read' | 'write';
  name: string;
  id: string;
  /** Of a read. */
  operation?: ReadOperation;
}

const ID = '{id}';

/** Paths with the operations that they have, by method; `~` stands for the brand (wire.ts). */
const ROUTES: readonly (readonly [path: string, operations: Readonly<Record<string, string>>])[] = [
  ['/v1/apps', {GET: 'apps'}],
  ['/v1/apps/{id}', {GET: 'app'}],
  ['/v1/apps/{id}/~Versions', {GET: 'appVersions'}],
  ['/v1/apps/{id}/builds', {GET: 'appBuilds'}],
  ['/v1/apps/{id}/appInfos', {GET: 'appInfos'}],
  ['/v1/apps/{id}/reviewSubmissions', {GET: 'appSubmissions'}],
  ['/v1/appInfos/{id}/ageRatingDeclaration', {GET: 'ageRating'}],
  ['/v1/builds', {GET: 'builds'}],
  ['/v1/builds/{id}', {GET: 'build', PATCH: 'updateBuild'}],
  ['/v1/builds/{id}/preReleaseVersion', {GET: 'buildPreReleaseVersion'}],
  ['/v1/preReleaseVersions', {}],
  ['/v1/~Versions', {POST: 'createVersion'}],
  ['/v1/~Versions/{id}', {GET: 'version', PATCH: 'updateVersion', DELETE: 'deleteVersion'}],
  ['/v1/~Versions/{id}/relationships/build', {GET: 'versionBuildLink', PATCH: 'attachBuild'}],
  ['/v1/~Versions/{id}/build', {GET: 'versionBuild'}],
  ['/v1/~Versions/{id}/~VersionSubmission', {GET: 'versionSubmission'}],
  ['/v1/~Versions/{id}/~VersionPhasedRelease', {GET: 'versionPhasedRelease'}],
  ['/v1/~Versions/{id}/~VersionLocalizations', {GET: 'versionLocalizations'}],
  ['/v1/~Versions/{id}/~ReviewDetail', {GET: 'versionReviewDetail'}],
  ['/v1/~Versions/{id}/customerReviews', {GET: 'versionReviews'}],
  ['/v1/~VersionLocalizations', {POST: 'createLocalization'}],
  ['/v1/~VersionLocalizations/{id}', {GET: 'localization', PATCH: 'updateLocalization', DELETE: 'deleteLocalization'}],
  ['/v1/~ReviewDetails', {POST: 'createReviewDetail'}],
  ['/v1/~ReviewDetails/{id}', {GET: 'reviewDetail', PATCH: 'updateReviewDetail'}],
  ['/v1/reviewSubmissions', {GET: 'submissions', POST: 'createSubmission'}],
  ['/v1/reviewSubmissions/{id}', {GET: 'submission', PATCH: 'updateSubmission'}],
  ['/v1/reviewSubmissions/{id}/items', {GET: 'submissionItems'}],
  ['/v1/reviewSubmissionItems', {POST: 'createItem'}],
  ['/v1/reviewSubmissionItems/{id}', {PATCH: 'updateItem', DELETE: 'deleteItem'}],
  ['/v1/~VersionSubmissions/{id}', {DELETE: 'deleteVersionSubmission'}],
  ['/v1/~VersionReleaseRequests', {POST: 'releaseVersion'}],
  ['/v1/~VersionPhasedReleases', {POST: 'createPhasedRelease'}],
  ['/v1/~VersionPhasedReleases/{id}', {PATCH: 'updatePhasedRelease', DELETE: 'deletePhasedRelease'}],
];
const TEMPLATES = ROUTES.map(([path, operations]) => ({path: branded(path), operations}));

/** Paths that the sandbox answers a GET of. */
export const READ_PATHS: readonly string[] = TEMPLATES.flatMap(({path, operations}) => (operations.GET ? [path] : []));

/** @throws Refusal 404 for a path that does not exist, 403 for a method that it does not have */
export function findRoute(method: string, path: string): Route {
  const segments = path.split('/');
  for (const {path: known, operations} of TEMPLATES) {
    const template = known.split('/');
    const id = match(template, segments);
    if (id === undefined) continue;
    const name = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (!name) throw wrongMethod(method, template[2] ?? '', Object.keys(operations));
    if (method === 'GET') return {kind: 'read', name, id, operation: readOperation(known)};
    return {kind: 'write', name, id};
  }
  throw noSuchPath(path);
}

/** The ID in a path that has a template's form, empty where the template has none. */
function match(template: readonly string[], segments: readonly string[]): string | undefined {
  if (template.length !== segments.length) return undefined;
  let id = '';
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (part === ID && segment !== '') id = decode(segment);
    else if (part !== segment) return undefined;
  }
  return id;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
