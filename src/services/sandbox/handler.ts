import {randomUUID} from 'node:crypto';
import type {Clock} from '../ports.ts';
import {parseJson} from './api/body.ts';
import {type Place, single} from './api/documents.ts';
import {createNodes} from './api/nodes/index.ts';
import {parseQuery} from './api/query.ts';
import {READS} from './api/reads.ts';
import {findRoute, type Route} from './api/routes.ts';
import {WRITES} from './api/writes/index.ts';
import {authorize, type SandboxKey} from './authorize.ts';
import {errorBody, Refusal, unexpected} from './errors.ts';
import {advance} from './lifecycle/advance.ts';
import {createRateLimit} from './rate-limit.ts';
import type {ChangeStore, Changes} from './records/changes.ts';
import {type Pace, type Samples, Store} from './records/store.ts';

export interface SandboxRequest {
  method: string;
  url: URL;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Asked for once it is known who sends it, and that it is needed. */
  body(): Promise<string>;
  /** Ends the waiting for other processes. */
  signal?: AbortSignal;
}

export interface SandboxAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface HandlerOptions {
  samples: Samples;
  changes: ChangeStore;
  pace: Pace;
  key: SandboxKey;
  clock: Clock;
  /** The origin that links carry; that of the request when absent. */
  publicUrl?: string;
  latencyMs?: number;
  /** Share of the requests that fail with 500 or 503. */
  failRate?: number;
  signal?: AbortSignal;
}

/** @throws what is no answer of the store's: of a data file that cannot be read or written, of a bug */
export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** The store as a function from request to answer, whatever carries them. */
export function createHandler(options: HandlerOptions): Handler {
  const {clock, samples, changes, pace, latencyMs = 0, failRate = 0} = options;
  const rateLimit = createRateLimit(clock);

  /** The store as it is now. */
  function open(known: Changes): Store {
    const store = new Store(samples, known, clock.now(), pace);
    advance(store);
    return store;
  }

  async function read({name, id, operation}: Route, place: Place, signal?: AbortSignal): Promise<unknown> {
    const answer = READS[name];
    if (!operation || !answer) throw unexpected(500);
    const query = parseQuery(place.parameters, operation);
    const store = open(await changes.read(signal));
    return answer({store, nodes: createNodes(store), query, place, id});
  }

  function write({name, id}: Route, place: Place, body: unknown, signal?: AbortSignal): Promise<Document> {
    return changes.change((known) => {
      const store = open(known);
      const written = WRITES[name]?.(store, body, id);
      if (!written) throw unexpected(500);
      const node = written.node?.(createNodes(store));
      const document = node && single(node, place);
      return {changes: store.changes(), result: {status: written.status, document}};
    }, signal);
  }

  async function answer(request: SandboxRequest): Promise<Document> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    await authorize(request.headers.authorization, options.key, clock.now());
    const {pathname, searchParams, origin} = request.url;
    const place = {origin: options.publicUrl ?? origin, path: pathname, parameters: searchParams};
    const fails = clock.random() < failRate;
    const route = findRoute(method, pathname);
    if (fails && (route.kind === 'read' || clock.random() < 0.5)) throw unexpected(clock.random() < 0.5 ? 500 : 503);
    if (route.kind === 'read') return {status: 200, document: await read(route, place, request.signal)};
    const result = await write(route, place, await readBody(request, method), request.signal);
    if (fails) throw unexpected(500);
    return result;
  }

  return async (request) => {
    try {
      if (latencyMs > 0) await clock.sleep(latencyMs, options.signal);
      const {status, document} = await answer(request);
      return respond(status, document);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return respond(error.status, errorBody(error, randomUUID));
    }
  };

  function respond(status: number, document: unknown): SandboxAnswer {
    const headers = {'x-rate-limit': rateLimit()};
    if (document === undefined) return {status, headers, body: ''};
    return {status, headers: {...headers, 'content-type': 'application/json'}, body: JSON.stringify(document)};
  }
}

interface Document {
  status: number;
  document?: unknown;
}

async function readBody({headers, body}: SandboxRequest, method: string): Promise<unknown> {
  if (method === 'DELETE') return undefined;
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new Refusal(415, {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      title: 'The media type of the request is not supported',
      detail: "The header 'Content-Type' must be 'application/json'",
    });
  }
  return parseJson(await body());
}
