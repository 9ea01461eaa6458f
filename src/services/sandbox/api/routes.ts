import {branded} from '../../store/wire.ts';
import {errorEntry, Refusal, refusal} from '../errors.ts';
import {READ_PATHS} from './api-document.ts';
import {REVIEW_WRITES} from './review-writes.ts';
import {VERSION_WRITES} from './version-writes.ts';
import type {Write} from './write.ts';

interface Operation {
  /** Empty for a path that exists, but has no operations. */
  method: string;
  /** As in the document. */
  path: string;
  write?: Write;
}

const ALL: readonly Operation[] = [
  ...READ_PATHS.map((path) => ({method: path === '/v1/preReleaseVersions' ? '' : 'GET', path})),
  ...Object.entries({...VERSION_WRITES, ...REVIEW_WRITES}).map(([name, write]) => {
    const [method = '', path = ''] = name.split(' ');
    return {method, path: branded(path), write};
  }),
];
const OPERATIONS = ALL.map((one) => ({...one, pattern: new RegExp(`^${one.path.replace('{id}', '([^/]+)')}$`)}));

/** @throws Refusal 404 for an unknown path, 403 for a method that it does not allow */
export function findOperation(method: string, path: string): Operation & {id: string} {
  const found = OPERATIONS.filter(({pattern}) => pattern.test(path));
  const operation = found.find((one) => one.method === method);
  if (operation) return {...operation, id: decode(operation.pattern.exec(path)?.[1] ?? '')};
  if (found.length === 0) throw refusal('PATH_ERROR', `The resource '${path.replace(/^\//, '')}' does not exist`);
  const allowed = found.flatMap((one) => one.method || []).join(', ') || 'none';
  const detail = `The resource '${path.split('/')[2]}' does not allow '${method}'. Allowed operations are: ${allowed}`;
  throw new Refusal(403, {...errorEntry('FORBIDDEN_ERROR', detail), title: 'The given operation is not allowed'});
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
