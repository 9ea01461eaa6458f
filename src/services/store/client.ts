import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {looksLikeKey} from '../model/key-text.ts';
import {Ledger, type Write} from '../model/ledger.ts';
import type {PlannedRequest, WriteMode} from '../model/outcome.ts';
import {type Clock, type Http, HttpFailure, type HttpRequest, type HttpResponse} from '../ports.ts';
import {AT_ONCE, atMost, createLimitGate} from './at-once.ts';
import {parseAnswer} from './documents.ts';
import {httpError, isSuccess, label, serviceError} from './errors.ts';
import {createTokenRedactor} from './redact-token.ts';
import {backoff, limitLeft, MAX_RETRY_AFTER, RETRIED_FAILURES, RETRIED_STATUSES, RETRIES, retryAfter} from './retry.ts';
import type {Resource} from './wire.ts';

export const MAX_BYTES = 64 * 1024 * 1024;

export interface ClientOptions extends WriteMode {
  http: Http;
  origin: string;
  signer: {token(): Promise<string>; renew(): void; advice?(): {doubts: readonly string[]; hint?: string}};
  clock: Clock;
  timeoutMs: number;
  userAgent: string;
  exclusively?: Exclusively;
  appIds?: AppIds;
  onEvent?(event: ServiceEvent): void;
  debug?(line: string): void;
}

export type ServiceEvent =
  /** A request is sent again after `ms`, which is 0 when that wait is over. */
  | {kind: 'retry'; ms: number; why: 'limited' | 'failed'}
  | {kind: 'stage'; stage: Stage | undefined}
  /** The share of the hourly limit that is left, 0 to 1. Sent for each answer that names the limit. */
  | {kind: 'limit-left'; share: number};

export type Exclusively = <T>(
  name: string,
  work: (hasWaited: boolean) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export interface Stage {
  name: string;
  number: number;
  of: number;
}

export interface AppIds {
  get(bundleId: string): Promise<string | undefined>;
  keep(bundleId: string, id: string): Promise<void>;
}

type Method = PlannedRequest['method'];

export interface Client {
  readonly origin: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly isDryRun: boolean;
  onStage(stage: Stage | undefined): void;
  readonly appIds?: AppIds;
  readonly ledger: Ledger;
  with(signal: AbortSignal | undefined): Client;
  /** @param ledger gets the writes; by default a new one, whose writes also go to the ledger of this client */
  apart(signal?: AbortSignal, ledger?: Ledger): Client;
  /** Sends a read, and retries it by the rules of retry.ts. @param target a path with its query, or a checked URL */
  get(target: string): Promise<string>;
  /** Sends a write once, and again only after a 429. The ledger records its outcome. A DELETE has no answer. */
  write(write: Omit<Write, 'fate'>, body?: object): Promise<Resource | undefined>;
  /** Refuses writes in a read-only run. An operation that writes calls this with its first write before it reads. */
  assertWritable(method: Method, path: string): void;
  exclusively<T>(name: string, work: (hasWaited: boolean) => Promise<T>): Promise<T>;
}

function advised(error: ToolError, advice: ClientOptions['signer']['advice']): ToolError {
  if (!advice || error.facts.answer?.status !== 401) return error;
  const {doubts, hint} = advice();
  const hints = [error.hint, hint].filter((one) => one !== undefined);
  return error.with({details: [...error.details, ...doubts], hint: hints.join(' ')});
}

export function createClient(options: ClientOptions): Client {
  const {origin, clock, plan, readOnly} = options;
  const transmit = atMost(AT_ONCE, (request) => options.http.send(request));
  const gate = createLimitGate();
  let remover: ReturnType<typeof createTokenRedactor> | undefined;
  /** Resources created in this run, which the service may not find immediately. */
  const made = new Set<string>();

  async function attempt(request: Exchange, count: number, entry?: Write): Promise<HttpResponse> {
    const started = clock.now();
    const report = (outcome: string | number) => {
      const line = `${request.method} ${cleanText(request.url)} ${outcome} ${clock.now() - started} ms attempt ${count}`;
      options.debug?.(line);
    };
    const token = await options.signer.token();
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': options.userAgent,
      ...(request.body !== undefined && {'content-type': 'application/json'}),
    };
    if (entry) entry.fate = 'sent';
    try {
      const response = await transmit({...request, headers, timeoutMs: options.timeoutMs, maxBytes: MAX_BYTES});
      report(response.status);
      const share = limitLeft(response.headers['x-rate-limit']);
      if (share !== undefined) options.onEvent?.({kind: 'limit-left', share});
      if (remover?.token !== token) remover = createTokenRedactor(token);
      return remover.clean(response);
    } catch (error) {
      report(error instanceof HttpFailure ? error.reason : 'aborted');
      throw error;
    }
  }

  const send = (request: Exchange, entry?: Write) => gate(request.signal, (hold) => exchange(request, hold, entry));

  async function exchange(request: Exchange, hold: () => void, entry?: Write): Promise<string> {
    const isRead = entry === undefined;
    let renewed = false;
    const ended = <E>(fate: Write['fate'], error: E): E => {
      if (entry) Object.assign(entry, {fate, error});
      return error;
    };
    for (let count = 1, retries = 0; ; count += 1) {
      let wait: number;
      let why: 'limited' | 'failed' | undefined;
      try {
        const response = await attempt(request, count, entry);
        if (isSuccess(response.status)) return response.body;
        if (response.status === 401 && isRead && !renewed) {
          renewed = true;
          options.signer.renew();
          continue;
        }
        const asked = retryAfter(response.headers, clock.now());
        const isNotYet =
          response.status === 404 && new URL(request.url).pathname.split('/').some((part) => made.has(part));
        const retried = isRead ? isNotYet || RETRIED_STATUSES.includes(response.status) : response.status === 429;
        if (!retried || retries === RETRIES || (asked ?? 0) > MAX_RETRY_AFTER) {
          const error = advised(serviceError(response, request, clock.now()), options.signer.advice);
          const isLost = error.kind === 'service' && response.status >= 400;
          throw ended(isLost ? 'lost' : 'refused', error);
        }
        why = response.status === 429 ? 'limited' : 'failed';
        if (why === 'limited') hold();
        wait = asked ?? backoff(retries + 1, clock.random());
      } catch (error) {
        if (error instanceof HttpFailure && error.reason === 'stopped') throw ended('never-left', error.cause);
        if (!(error instanceof HttpFailure)) {
          const isOnItsWay = error instanceof ToolError && entry?.fate === 'sent';
          if (!isOnItsWay) throw error;
          throw ended('lost', error.with({summary: `${error.summary} while ${label(request)} was under way`}));
        }
        if (!isRead || !RETRIED_FAILURES.has(error.reason) || retries === RETRIES) {
          throw ended(error.sent ? 'lost' : 'never-left', httpError(error, request));
        }
        wait = backoff(retries + 1, clock.random());
      }
      retries += 1;
      if (entry) entry.fate = 'never-left';
      try {
        if (why) options.onEvent?.({kind: 'retry', ms: wait, why});
        await clock.sleep(wait, request.signal);
      } finally {
        if (why) options.onEvent?.({kind: 'retry', ms: 0, why});
      }
    }
  }

  function assertWritable(method: Method, path: string): void {
    if (readOnly === undefined || plan) return;
    throw new ToolError('usage', `This run is read-only (${readOnly}): ${method} ${cleanText(path)} is refused`, {
      hint: '--dry-run shows what would be sent.',
    });
  }

  function clientFor(ledger: Ledger, signal?: AbortSignal): Client {
    return {
      origin,
      clock,
      signal,
      isDryRun: plan !== undefined,
      onStage: (stage) => options.onEvent?.({kind: 'stage', stage}),
      appIds: options.appIds,
      ledger,
      with: (other) => clientFor(ledger, other),
      apart: (other, own = new Ledger(ledger)) => clientFor(own, other),
      get: (target) => send({method: 'GET', url: absolute(target, origin), signal}),
      async write(write, body) {
        const {method, path} = write;
        assertWritable(method, path);
        const text = body === undefined ? undefined : JSON.stringify(body, withoutKey);
        const entry: Write = Object.assign(write, {fate: 'never-left' as const});
        ledger.add(entry);
        if (plan) {
          entry.fate = 'answered';
          plan.push({method, path, body});
          return plannedAnswer(method, body);
        }
        await ledger.beforeWrite?.();
        const answer = await send({method, url: absolute(path, origin), body: text, signal}, entry);
        // The write counts as lost until the answer is checked, because a proxy's page says nothing about the write.
        entry.fate = 'lost';
        const resource = parseAnswer(answer, method !== 'DELETE' && !path.includes('/relationships/'));
        entry.fate = 'answered';
        if (method === 'POST' && resource) made.add(resource.id);
        return resource;
      },
      assertWritable,
      exclusively: (name, work) =>
        plan || !options.exclusively ? work(false) : options.exclusively(name, work, signal),
    };
  }

  return clientFor(new Ledger());
}

function plannedAnswer(method: Method, body: object = {}): Resource | undefined {
  const {data} = body as {data?: Resource};
  return data && method === 'POST' ? {...data, id: `<id of the new ${data.type}>`} : data;
}

function withoutKey(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !looksLikeKey(value)) return value;
  throw new ToolError('usage', `The ${name} contains a private key, which is never sent`);
}

type Exchange = Pick<HttpRequest, 'method' | 'url' | 'body' | 'signal'>;

function absolute(target: string, origin: string): string {
  const url = new URL(target, origin);
  if (url.origin !== origin) throw new ToolError('bug', `A request to ${url.origin} was held back`);
  return url.href;
}
