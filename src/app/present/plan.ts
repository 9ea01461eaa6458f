import type {PlannedRequest} from '../../services/model/plan.ts';
import type {Presentation} from '../command.ts';

/** What `--dry-run` prints instead of a result. */
export const plannedRequests: Presentation<readonly PlannedRequest[]> = {
  formats: ['json', 'table'],
  json: (requests) => ({dryRun: true, requests}),
  table: (requests) => ({
    columns: ['Method', 'Path', 'Body'],
    rows: requests.map(({method, path, body}) => [method, path, body === undefined ? '' : JSON.stringify(body)]),
  }),
};
