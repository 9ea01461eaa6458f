import {randomUUID} from 'node:crypto';
import type {Clock} from '../ports.ts';
import {authorize, type SandboxKey} from './authorize.ts';
import {parseJson} from './body.ts';
import {createCatalog} from './catalog.ts';
import {type Place, single} from './documents.ts';
import {errorBody, Refusal, unexpected} from './errors.ts';
import {createNodes} from './nodes.ts';
import {readOperations} from './operations.ts';
import type {OverlayStore} from './overlay.ts';
import {parseQuery} from './query.ts';
import {createRateLimit} from './rate-limit.ts';
import {READS} from './reads.ts';
import {findRoute, type Route} from './routes.ts';
import type {Seed} from './seed.ts';
import {createView} from './view.ts';
import {WRITES} from './writes.ts';

export interface SandboxRequest {
  method: string;
  url: URL;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface SandboxAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface HandlerOptions {
  seed: Seed;
  overlay: OverlayStore;
  key: SandboxKey;
  clock: Clock;
  /** The origin that links carry; that of the request when absent. */
  publicUrl?: string;
  latencyMs?: number;
  /** Share of the requests that fail with 500 or 503. */
  failRate?: number;
  /** Told of errors that are no answer of the store's: of a data file that cannot be written, of a bug. */
  report?(error: unknown): void;
  signal?: AbortSignal;
}

export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** The store as a function from request to answer, whatever carries them. */
export function createHandler(options: HandlerOptions): Handler {
  const {clock, seed, overlay, latencyMs = 0, failRate = 0} = options;
  const catalog = createCatalog();
  const operations = readOperations();
  const rateLimit = createRateLimit(clock);

  async function read({name, id}: Route, place: Place): Promise<unknown> {
    const operation = operations[name];
    const answer = READS[name];
    if (!operation || !answer) throw unexpected(500);
    const query = parseQuery(place.parameters, operation, catalog);
    const view = createView(seed, await overlay.read(), clock.now());
    return answer({view, nodes: createNodes(view), catalog, query, place, id});
  }

  function write({name, id}: Route, place: Place, body: unknown): Promise<{status: number; document?: unknown}> {
    return overlay.change((before) => {
      const now = clock.now();
      const written = WRITES[name]?.(createView(seed, before, now), body, id);
      if (!written) throw unexpected(500);
      const after = createView(seed, {...before, ...written.changes}, now);
      const version = written.version === undefined ? undefined : after.version(written.version);
      const node = version
        ? createNodes(after).version(version)
        : written.resource && {...written.resource, attributes: {}};
      return {
        changes: written.changes,
        result: {status: written.status, document: node && single(node, place, catalog)},
      };
    });
  }

  async function answer(request: SandboxRequest): Promise<{status: number; document?: unknown}> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    await authorize(request.headers.authorization, options.key, clock.now());
    const {pathname, searchParams, origin} = request.url;
    const place = {origin: options.publicUrl ?? origin, path: pathname, parameters: searchParams};
    const fails = clock.random() < failRate;
    const route = findRoute(method, pathname);
    if (fails && (route.kind === 'read' || clock.random() < 0.5)) throw unexpected(clock.random() < 0.5 ? 500 : 503);
    if (route.kind === 'read') return {status: 200, document: await read(route, place)};
    const result = await write(route, place, readBody(request, method));
    if (fails) throw unexpected(500);
    return result;
  }

  return async (request) => {
    try {
      if (latencyMs > 0) await clock.sleep(latencyMs, options.signal);
      const {status, document} = await answer(request);
      return respond(status, document);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : unexpected(500);
      if (refusal !== error && !options.signal?.aborted) options.report?.(error);
      return respond(refusal.status, errorBody(refusal, randomUUID));
    }
  };

  function respond(status: number, document: unknown): SandboxAnswer {
    const headers = {'x-rate-limit': rateLimit()};
    if (document === undefined) return {status, headers, body: ''};
    return {status, headers: {...headers, 'content-type': 'application/json'}, body: JSON.stringify(document)};
  }
}

function readBody({headers, body}: SandboxRequest, method: string): unknown {
  if (method === 'DELETE') return undefined;
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new Refusal(415, {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      title: 'The media type of the request is not supported',
      detail: "The header 'Content-Type' must be 'application/json'",
    });
  }
  return parseJson(body);
}
