import type {PlannedRequest} from '../../services/model/outcome.ts';
import type {Presentation} from '../command.ts';
import {anything, constant, list, object, oneOf, shaped, string} from './shapes.ts';

export const requestShape = object(
  {method: oneOf(['POST', 'PATCH', 'DELETE']), path: string},
  // A DELETE has none.
  {body: anything},
);

/** What `--dry-run` prints instead of a result. */
export const plannedRequests: Presentation<readonly PlannedRequest[]> = {
  formats: ['json', 'table'],
  json: shaped(
    object({dryRun: constant(true), requests: list(requestShape)}),
    (requests: readonly PlannedRequest[]) => ({dryRun: true as const, requests}),
  ),
  table: (requests) => ({
    columns: ['Method', 'Path', 'Body'],
    roles: {Path: 'wrap', Body: 'below'},
    rows: requests.map(({method, path, body}) => [method, path, body === undefined ? '' : JSON.stringify(body)]),
  }),
};
