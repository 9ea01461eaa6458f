import {cleanText, looksLikeKey} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {PlannedRequest, WriteMode} from '../model/outcome.ts';
import {type Clock, type Http, HttpFailure, type HttpRequest, type HttpResponse} from '../ports.ts';
import {checkAnswer} from './documents.ts';
import {httpError, label, withOutcome} from './http-error.ts';
import {backoff, LONGEST_RETRY_AFTER, limitLeft, RETRIED_STATUSES, RETRIES, retryAfter} from './retry.ts';
import {kindOfStatus, serviceError} from './service-error.ts';
import {answered, beforeWrite} from './settle.ts';
import {tokenRemover} from './without-token.ts';
import {plannedAnswer, refusal} from './write-mode.ts';

/** Longest answer that is read. */
export const MAX_BYTES = 64 * 1024 * 1024;

export interface ClientOptions extends WriteMode {
  http: Http;
  /** Every request goes here and nowhere else. */
  origin: string;
  /** Bearer tokens; `renew` forgets the one in memory. */
  signer: {token(): Promise<string>; renew(): void};
  clock: Clock;
  /** Per request, in ms. */
  timeoutMs: number;
  userAgent: string;
  /**
   * Runs work while no other process on this machine runs work of that name. `hasWaited` says that another did, so that
   * what was read before may be out of date. Without it nobody is waited for.
   */
  exclusively?: Exclusively;
  /** A limit was reached: how many ms are waited before it is asked again; 0 when the wait is over. */
  onRateLimit?(ms: number): void;
  /** Told with each answer which share of the hourly limit is left, 0 to 1. */
  onLimitLeft?(share: number): void;
  /** One line per request, without secrets. */
  debug?(line: string): void;
}

export type Exclusively = <T>(
  name: string,
  work: (hasWaited: boolean) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export interface Client {
  readonly origin: string;
  readonly clock: Clock;
  /** A read: tried again as the retry policy says. @param target path with query, or a checked URL @returns the body */
  get(target: string, signal?: AbortSignal): Promise<string>;
  /**
   * A write: goes out once, and again only after a 429. When it may have been carried out without an answer, rejects
   * with `facts.outcome === 'unknown'`; when it cannot have been, with `'not-sent'`.
   */
  write(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<string>;
  /**
   * Says what an operation will write first, before it reads anything: a run that only reads ends here, without a
   * connection. @throws ToolError usage
   */
  willWrite(method: Method, path: string): void;
  readonly exclusively: Exclusively;
  /** Writes are only planned: what they would bring about does not come. */
  readonly isDryRun: boolean;
}

type Method = PlannedRequest['method'];

/** Signs, sends, waits, tries again. */
export function createClient(options: ClientOptions): Client {
  const {origin, clock} = options;
  /** For the token that was sent last. */
  let remover: ReturnType<typeof tokenRemover> | undefined;

  async function attempt(request: Exchange, count: number): Promise<HttpResponse> {
    const started = clock.now();
    const report = (outcome: string | number) =>
      options.debug?.(
        `${request.method} ${cleanText(request.url)} ${outcome} ${clock.now() - started} ms attempt ${count}`,
      );
    const token = await options.signer.token();
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': options.userAgent,
      ...(request.body !== undefined && {'content-type': 'application/json'}),
    };
    try {
      const response = await options.http.send({
        ...request,
        headers,
        timeoutMs: options.timeoutMs,
        maxBytes: MAX_BYTES,
      });
      report(response.status);
      const share = limitLeft(response.headers['x-rate-limit']);
      if (share !== undefined) options.onLimitLeft?.(share);
      if (remover?.token !== token) remover = tokenRemover(token);
      return remover.clean(response);
    } catch (error) {
      report(error instanceof HttpFailure ? error.reason : 'aborted');
      throw error instanceof ToolError ? withOutcome(error, request) : error;
    }
  }

  async function send(request: Exchange): Promise<string> {
    const isRead = request.method === 'GET';
    let renewed = false;
    for (let count = 1, retries = 0; ; count += 1) {
      let wait: number;
      let limited = false;
      try {
        const response = await attempt(request, count);
        if (kindOfStatus(response.status) === null) return response.body;
        if (response.status === 401 && isRead && !renewed) {
          renewed = true;
          options.signer.renew();
          continue;
        }
        const asked = retryAfter(response.headers, clock.now());
        const retried = isRead ? RETRIED_STATUSES.includes(response.status) : response.status === 429;
        if (!retried || retries === RETRIES || (asked ?? 0) > LONGEST_RETRY_AFTER) {
          throw withOutcome(serviceError(response, label(request), clock.now()), request);
        }
        limited = response.status === 429;
        wait = asked ?? backoff(retries + 1, clock.random());
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        if (!isRead || !RETRIED_FAILURES.has(error.reason) || retries === RETRIES) throw httpError(error, request);
        wait = backoff(retries + 1, clock.random());
      }
      retries += 1;
      try {
        if (limited) options.onRateLimit?.(wait);
        const pause = () => clock.sleep(wait, request.signal);
        await (isRead ? pause() : beforeWrite(pause));
      } finally {
        if (limited) options.onRateLimit?.(0);
      }
    }
  }

  function willWrite(method: Method, path: string): void {
    const {readOnly, plan} = options;
    if (readOnly !== undefined && !plan) throw refusal(readOnly, {method, path});
  }

  return {
    origin,
    clock,
    get: (target, signal) => send({method: 'GET', url: absolute(target, origin), signal}),
    async write(method, path, body, signal) {
      willWrite(method, path);
      const {plan} = options;
      const text = body === undefined ? undefined : JSON.stringify(body, withoutKey);
      if (!plan) {
        const answer = await send({method, url: absolute(path, origin), body: text, signal});
        // A page of a proxy says nothing of what became of the write, whatever its status.
        answered(() => checkAnswer(answer));
        return answer;
      }
      const request = {method, path, body};
      plan.push(request);
      return plannedAnswer(request);
    },
    willWrite,
    // What is only planned changes nothing.
    exclusively: (options.plan ? undefined : options.exclusively) ?? ((_, work) => work(false)),
    isDryRun: options.plan !== undefined,
  };
}

/** Whatever a text was read from, a private key in it would be published. */
function withoutKey(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !looksLikeKey(value)) return value;
  throw new ToolError('usage', `The ${name} holds a private key, which is never sent`, {facts: {outcome: 'not-sent'}});
}

type Exchange = Pick<HttpRequest, 'method' | 'url' | 'body' | 'signal'>;

/** A read goes out again after these: not after a time-out, nor where the same would come again. */
const RETRIED_FAILURES: ReadonlySet<string> = new Set(['dns', 'refused', 'connect', 'reset', 'truncated']);

/** A token is made for one origin and never leaves for another. */
function absolute(target: string, origin: string): string {
  const url = new URL(target, origin);
  if (url.origin !== origin) throw new ToolError('bug', `A request to ${url.origin} was held back`);
  return url.href;
}
