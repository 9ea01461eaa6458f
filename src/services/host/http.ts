import {setImmediate} from 'node:timers/promises';
// Not from 'undici' itself: that loads fetch, caches and mocks too, 50 ms that no request here needs.
import Agent from 'undici/lib/dispatcher/agent.js';
import {ToolError} from '../model/error.ts';
import {isLoopback} from '../model/values.ts';
import {type Env, type Http, HttpFailure, type HttpRequest, type HttpResponse} from '../ports.ts';
import {bodyText} from './http-body.ts';
import {exchange, type Progress, type RawAnswer} from './http-exchange.ts';
import {asFailure, isLax} from './http-failure.ts';
import {type HttpProxy, hasProxy} from './http-proxy.ts';

/** Milliseconds after which a connection that nobody waits for any more is given up. */
const CONNECT_LIMIT = 60_000;

/** Time limits of an exchange are the request's own: one for the whole of it. */
const AGENT_OPTIONS = {headersTimeout: 0, bodyTimeout: 0};

/**
 * Real HTTP: requests one after another share a connection; proxy variables (never for a loopback host); a limit on
 * time and size. Certificates are checked, whatever the environment says, but for a loopback host.
 */
export async function createHttp(env: Env): Promise<Http> {
  const checked = {timeout: CONNECT_LIMIT, rejectUnauthorized: true};
  const direct = new Agent({...AGENT_OPTIONS, connect: checked});
  const unchecked = isLax(env)
    ? new Agent({...AGENT_OPTIONS, connect: {...checked, rejectUnauthorized: false}})
    : undefined;
  let proxy: Promise<HttpProxy> | undefined;

  async function proxyFor(url: string): Promise<HttpProxy | undefined> {
    if (!hasProxy(env) || isLoopback(new URL(url).hostname)) return undefined;
    proxy ??= import('./http-proxy-agent.ts').then(({createProxy}) =>
      createProxy(env, {...AGENT_OPTIONS, connect: checked}),
    );
    return proxy;
  }

  const directFor = (url: string) => (unchecked && isLoopback(new URL(url).hostname) ? unchecked : direct);

  return {
    async send(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const unreachable = new AbortController();
      const signals = [timeout, unreachable.signal, ...(request.signal ? [request.signal] : [])];
      const signal = AbortSignal.any(signals);
      const progress: Progress = {sent: false, answered: false};
      let used: HttpProxy | undefined;
      let stopWatching = () => {};
      try {
        used = await proxyFor(request.url);
        signal.throwIfAborted();
        stopWatching = used?.watch(request.url, (error) => progress.sent || unreachable.abort(error)) ?? stopWatching;
        const headers = {...request.headers, 'accept-encoding': 'gzip'};
        const answer = await exchange(
          used?.dispatcher ?? directFor(request.url),
          {...request, headers},
          signal,
          progress,
        );
        const response = await toResponse(answer, request.maxBytes);
        // undici frees the connection in the next turn: a request sent before would open another one.
        await setImmediate();
        return response;
      } catch (error) {
        if (request.signal?.aborted) throw stopped(request.signal.reason, request, progress);
        if (error === timeout.reason) {
          const limit = `no answer within ${request.timeoutMs / 1000} s`;
          throw new HttpFailure('timeout', progress.sent, limit, {cause: error});
        }
        throw asFailure(error, {...progress, proxy: used, lax: unchecked !== undefined});
      } finally {
        stopWatching();
      }
    },
    async close() {
      // Not waited for: a connection that is still being made would hold it up.
      void direct.destroy();
      void unchecked?.destroy();
      void proxy?.then(({dispatcher}) => dispatcher.destroy()).catch(() => {});
    },
  };
}

/** Why a request was stopped; of a write that had not begun to go out, that nothing was sent. */
function stopped(reason: unknown, {method}: HttpRequest, {sent}: Progress): unknown {
  if (sent || method === 'GET' || !(reason instanceof ToolError)) return reason;
  return reason.with({facts: {outcome: 'not-sent'}});
}

async function toResponse({status, headers, body}: RawAnswer, maxBytes: number): Promise<HttpResponse> {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  const text = await bodyText(body.whole(), {status, encoding: joined['content-encoding'], maxBytes});
  return {status, headers: joined, body: text};
}
