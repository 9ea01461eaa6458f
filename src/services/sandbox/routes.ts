import {PATH} from '../store/wire.ts';
import {noSuchPath, wrongMethod} from './errors.ts';

/** Where a request leads: the name of a reading or a writing operation, and the ID in its path. */
export interface Route {
  kind: 'read' | 'write';
  name: string;
  id: string;
}

const ID = '{id}';

/** Paths with the operations that they have, by method. */
const ROUTES: readonly (readonly [path: string, operations: Readonly<Record<string, string>>])[] = [
  [PATH.apps, {GET: 'apps'}],
  [PATH.app(ID), {GET: 'app'}],
  [PATH.appVersions(ID), {GET: 'appVersions'}],
  [PATH.appBuilds(ID), {GET: 'appBuilds'}],
  [PATH.appInfos(ID), {GET: 'appInfos'}],
  [PATH.ageRating(ID), {GET: 'ageRating'}],
  [PATH.builds, {GET: 'builds'}],
  [PATH.build(ID), {GET: 'build'}],
  [PATH.versions, {POST: 'createVersion'}],
  [PATH.version(ID), {GET: 'version', PATCH: 'updateVersion', DELETE: 'deleteVersion'}],
  [PATH.versionBuildLink(ID), {GET: 'versionBuildLink', PATCH: 'attachBuild'}],
  [PATH.versionBuild(ID), {GET: 'versionBuild'}],
  [PATH.versionSubmission(ID), {GET: 'versionSubmission'}],
  [PATH.versionPhasedRelease(ID), {GET: 'versionPhasedRelease'}],
  [PATH.versionReviews(ID), {GET: 'versionReviews'}],
  [PATH.reviewSubmissions, {GET: 'reviewSubmissions'}],
  [PATH.releaseRequests, {POST: 'releaseVersion'}],
];

/** @throws Refusal 404 for a path that does not exist, 405 for a method that it does not have */
export function findRoute(method: string, path: string): Route {
  const segments = path.split('/');
  for (const [template, operations] of ROUTES) {
    const id = match(template.split('/'), segments);
    if (id === undefined) continue;
    const name = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (!name) throw wrongMethod(method, Object.keys(operations));
    return {kind: method === 'GET' ? 'read' : 'write', name, id};
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
