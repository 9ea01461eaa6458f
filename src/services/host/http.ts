import {channel} from 'node:diagnostics_channel';
import type {Dispatcher} from 'undici';
// Not from 'undici' itself: that loads fetch, caches and mocks too, 50 ms that no request here needs.
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import {isLoopback} from '../model/loopback.ts';
import {type Env, type Http, HttpFailure, type HttpRequest, type HttpResponse} from '../ports.ts';
import {readBody} from './http-body.ts';
import {asFailure} from './http-failure.ts';
import {type HttpProxy, hasProxy} from './http-proxy.ts';

/** Milliseconds after which a connection that nobody waits for any more is given up. */
const CONNECT_LIMIT = 60_000;

/** Time limits of an exchange are the request's own: one for the whole of it. */
export const AGENT_OPTIONS = {headersTimeout: 0, bodyTimeout: 0, connect: {timeout: CONNECT_LIMIT}};

/** What is known of an exchange while it goes on. */
interface Progress {
  /** Its first bytes went out: from here on the service may have received it. */
  sent: boolean;
  answered: boolean;
  /** Why a connection for it failed, which undici would try for ever behind a proxy. */
  connectError?: Error;
}

/** Real HTTP: keep-alive connections, proxy variables (never for a loopback host), a limit on time and size. */
export async function createHttp(env: Env): Promise<Http> {
  const direct = new Agent(AGENT_OPTIONS);
  let proxy: Promise<HttpProxy> | undefined;

  async function route(url: URL): Promise<{dispatcher: Dispatcher; proxy?: HttpProxy}> {
    if (!hasProxy(env) || isLoopback(url.hostname)) return {dispatcher: direct};
    proxy ??= import('./http-proxy-agent.ts').then(({createProxy}) => createProxy(env, AGENT_OPTIONS));
    const used = await proxy;
    return {dispatcher: used.dispatcher, proxy: used};
  }

  return {
    async send(outgoing) {
      const url = new URL(outgoing.url);
      const timeout = AbortSignal.timeout(outgoing.timeoutMs);
      const given = new AbortController();
      const signal = AbortSignal.any([timeout, given.signal, ...(outgoing.signal ? [outgoing.signal] : [])]);
      const progress: Progress = {sent: false, answered: false};
      let used: HttpProxy | undefined;
      try {
        const {dispatcher, proxy: through} = await route(url);
        used = through;
        signal.throwIfAborted();
        return await untilAborted(signal, exchange(dispatcher, url, outgoing, signal, progress, given));
      } catch (error) {
        if (outgoing.signal?.aborted) throw outgoing.signal.reason;
        if (timeout.aborted && !progress.connectError) {
          throw new HttpFailure('timeout', progress.sent, `no answer within ${outgoing.timeoutMs / 1000} s`, {
            cause: error,
          });
        }
        throw asFailure(progress.connectError ?? error, {...progress, proxy: used});
      }
    },
    async close() {
      // Not waited for: a connection that is still being made would hold it up.
      void direct.destroy();
      void proxy?.then(({dispatcher}) => dispatcher.destroy()).catch(() => {});
    },
  };
}

/** undici looks at the signal only once there is a connection. A listener left behind would keep every answer alive. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, {once: true});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  {method, headers, body, maxBytes}: HttpRequest,
  signal: AbortSignal,
  progress: Progress,
  given: AbortController,
): Promise<HttpResponse> {
  const stopWatching = watch(url, progress, given);
  try {
    const answer = await request.call(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {...headers, 'accept-encoding': 'gzip'},
      body,
      signal,
    });
    progress.answered = true;
    const lower = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ) as HttpResponse['headers'];
    const text = await readBody(answer.body, lower['content-encoding'], maxBytes);
    return {status: answer.statusCode, headers: lower, body: text};
  } finally {
    stopWatching();
  }
}

/** Notes when the request goes out, and ends it when no connection can be made for it. */
function watch(url: URL, progress: Progress, given: AbortController): () => void {
  const sent = channel('undici:client:sendHeaders');
  const failed = channel('undici:client:connectError');
  const onSent = (message: unknown) => {
    const {request: own} = message as {request: {origin?: string | URL; method: string}};
    if (own.method !== 'CONNECT' && own.origin && new URL(own.origin).origin === url.origin) progress.sent = true;
  };
  const onFailed = (message: unknown) => {
    const {error, connectParams} = message as {error: Error; connectParams: {host: string}};
    if (connectParams.host !== url.host || progress.sent) return;
    progress.connectError ??= error;
    given.abort(error);
  };
  sent.subscribe(onSent);
  failed.subscribe(onFailed);
  return () => {
    sent.unsubscribe(onSent);
    failed.unsubscribe(onFailed);
  };
}
