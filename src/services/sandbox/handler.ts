import type {KeyObject} from 'node:crypto';
import {orElse, parsedJson} from '../model/values.ts';
import type {Clock, HttpResponse, SandboxOptions} from '../ports.ts';
import {branded} from '../store/wire.ts';
import {READS, type ReadOperation, type RequestSchema, WRITES} from './api/api-document.ts';
import {type Address, single} from './api/documents.ts';
import {parseQuery} from './api/query.ts';
import {read} from './api/reads.ts';
import {RELEASE_WRITES} from './api/release-writes.ts';
import {REVIEW_WRITES} from './api/review-writes.ts';
import {VERSION_WRITES} from './api/version-writes.ts';
import type {Write} from './api/writes.ts';
import {errorEntry, Refusal, refusal} from './errors.ts';
import {advance} from './lifecycle/advance.ts';
import {existing} from './lifecycle/lookups.ts';
import {fillIn} from './lifecycle/readiness.ts';
import type {ChangeStore, Changes} from './records/changes.ts';
import {type Samples, Store} from './records/store.ts';
import {isAuthorized} from './sandbox-key.ts';

export interface SandboxRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string | undefined>>;
  body(): Promise<string>;
  signal?: AbortSignal;
}

type SandboxAnswer = HttpResponse & {headers: Record<string, string>};

export interface HandlerOptions extends SandboxOptions {
  samples: Samples;
  changes: ChangeStore;
  key: KeyObject;
  clock: Clock;
  /** Tokens need a clock that runs, even if the clock of the records is stopped. */
  tokenClock?: Pick<Clock, 'now'>;
  signal?: AbortSignal;
}

export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** The real service's 503 comes from a proxy in front of it, so it is not JSON. */
const UNAVAILABLE = {
  status: 503,
  headers: {'content-type': 'text/html'},
  body: '<html><head><title>503 Service Unavailable</title></head><body>Service Unavailable</body></html>',
};

const json = (status: number, document: unknown): SandboxAnswer => {
  return {status, headers: {'content-type': 'application/json'}, body: JSON.stringify(document)};
};

export function createHandler(options: HandlerOptions): Handler {
  const {samples, changes, clock, tokenClock = clock} = options;
  const {latencyMs = 0, failRate = 0, reviewSeconds = 10, daySeconds = 86_400} = options;
  const pace = {reviewStep: reviewSeconds * 1000, day: daySeconds * 1000};
  const rateLimit = createRateLimit(clock);

  function open(known: Changes): Store {
    const store = new Store(samples, known, clock.now(), pace);
    advance(store);
    return store;
  }

  const change = ({signal}: SandboxRequest, work: (store: Store) => SandboxAnswer) =>
    changes.change((known) => {
      const store = open(known);
      return {result: work(store), changes: store.changes()};
    }, signal);

  async function answer(request: SandboxRequest): Promise<SandboxAnswer> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (!(await isAuthorized(request.headers.authorization, options.key, tokenClock.now())))
      throw refusal('NOT_AUTHORIZED');
    if (rateLimit.isSpent()) throw refusal('RATE_LIMIT_EXCEEDED');
    const {pathname, searchParams, origin} = request.url;
    const address: Address = {origin: options.publicUrl ?? origin, path: pathname, parameters: searchParams};
    const [, appId] = /^\/apps\/(\d+)\/distribution$/.exec(pathname) ?? [];
    if (method === 'GET' && appId !== undefined) {
      return change(request, (store) => json(200, {filledIn: fillIn(store, existing(store, 'apps', appId))}));
    }
    const fails = clock.random() < failRate;
    const failsLate = fails && clock.random() < 0.5;
    const {id, path, ...operation} = findOperation(method, pathname);
    if (fails && !failsLate) return UNAVAILABLE;
    if ('read' in operation) {
      if (failsLate) throw refusal('UNEXPECTED_ERROR');
      const query = parseQuery(searchParams, operation.read);
      const store = open(await changes.read());
      return json(200, read(store, path, id, query, address));
    }
    const body = await readBody(request, method);
    const result = await change(request, (store) => {
      const node = operation.write({store, body, id, schema: operation.schema});
      if (!node) return {status: 204, headers: {}, body: ''};
      return json(method === 'POST' ? 201 : 200, single(node, address));
    });
    if (failsLate) throw refusal('UNEXPECTED_ERROR');
    return result;
  }

  return async (request) => {
    if (latencyMs > 0) await clock.sleep(latencyMs, options.signal);
    const {headers, ...rest} = await answer(request).catch((error) => {
      if (error instanceof Refusal) return json(error.status, {errors: error.entries});
      throw error;
    });
    return {...rest, headers: {'x-rate-limit': rateLimit.header(), ...headers}};
  };
}

const NO_BODY: RequestSchema = {type: '', attributes: {}, relationships: {}, required: {}};

type Operation = {method: string; path: string} & ({read: ReadOperation} | {write: Write; schema: RequestSchema});

const OPERATIONS = [
  ...Object.entries(READS).map(([path, read]): Operation => ({method: 'GET', path, read})),
  ...Object.entries({...VERSION_WRITES, ...REVIEW_WRITES, ...RELEASE_WRITES}).map(([name, write]): Operation => {
    const operation = branded(name);
    const [method = '', path = ''] = operation.split(' ');
    return {method, path, write, schema: WRITES[operation] ?? NO_BODY};
  }),
].map((one) => ({...one, pattern: new RegExp(`^${one.path.replace('{id}', '([^/]+)')}$`)}));

function findOperation(method: string, path: string): Operation & {id: string} {
  const found = OPERATIONS.filter(({pattern}) => pattern.test(path));
  const operation = found.find((one) => one.method === method);
  const id = operation?.pattern.exec(path)?.[1] ?? '';
  if (operation) return {...operation, id: orElse(() => decodeURIComponent(id), id)};
  if (found.length === 0) throw refusal('PATH_ERROR', `The resource '${path.replace(/^\//, '')}' does not exist`);
  const [, , type] = path.split('/');
  const ofType = OPERATIONS.filter((one) => new RegExp(`^/v1/${type}(?:/{id})?$`).test(one.path));
  const allowed = new Set(ofType.map((one) => operationName(one.method, one.path)));
  const detail =
    `The resource '${type}' does not allow '${operationName(method, path)}'. ` +
    `Allowed operations are: ${[...allowed].join(', ') || 'none'}`;
  throw new Refusal(403, {...errorEntry('FORBIDDEN_ERROR', detail), title: 'The given operation is not allowed'});
}

function operationName(method: string, path: string): string {
  if (method === 'GET') return path.split('/').length > 3 ? 'GET_INSTANCE' : 'GET_COLLECTION';
  return {POST: 'CREATE', PATCH: 'UPDATE'}[method] ?? method;
}

async function readBody({headers, body}: SandboxRequest, method: string): Promise<unknown> {
  if (method === 'DELETE') return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) {
    throw refusal('UNSUPPORTED_MEDIA_TYPE', "The header 'Content-Type' must be 'application/json'");
  }
  const document = parsedJson(await body());
  if (document === undefined) throw refusal('ENTITY_INVALID', 'The request body is not valid JSON');
  return document;
}

/** Counts requests for the `X-Rate-Limit` header. Only the hourly limit refuses requests. */
function createRateLimit(clock: Clock) {
  const minute = {name: 'minute', length: 60_000, most: 300, start: clock.now(), used: 0};
  const hour = {name: 'hour', length: 3_600_000, most: 3500, start: clock.now(), used: 0};
  return {
    isSpent: () => hour.used >= hour.most,
    header(): string {
      const left = [minute, hour].map((period) => {
        if (clock.now() - period.start >= period.length) Object.assign(period, {start: clock.now(), used: 0});
        period.used += 1;
        const {name, most, used} = period;
        return `user-${name}-lim:${most};user-${name}-rem:${Math.max(0, most - used)};`;
      });
      return left.join('');
    },
  };
}
