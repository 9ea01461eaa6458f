import type {Dispatcher} from 'undici';
// Not from 'undici' itself: that loads fetch, caches and mocks too, 50 ms that no request here needs.
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import {
  type Env,
  type Http,
  HttpFailure,
  type HttpFailureReason,
  type HttpRequest,
  type HttpResponse,
} from '../ports.ts';
import {isLoopback} from '../store/origin.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Real HTTP: keep-alive connections, proxy variables (never for a loopback host), a limit on time and size. */
export async function createHttp(env: Env): Promise<Http> {
  const direct = new Agent(AGENT_OPTIONS);
  const proxied = hasProxy(env) ? await proxyAgent(env) : undefined;
  /** Origins that a connection was made to: before that, nothing can have been received. */
  const connected = new Set<string>();
  for (const agent of [direct, proxied]) agent?.on('connect', (origin) => connected.add(new URL(origin).origin));

  return {
    async send(outgoing) {
      const url = new URL(outgoing.url);
      const usesProxy = proxied !== undefined && !isLoopback(url.hostname);
      const timeout = AbortSignal.timeout(outgoing.timeoutMs);
      const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout;
      const progress = {answered: false};
      try {
        return await exchange(usesProxy ? proxied : direct, url, outgoing, signal, progress);
      } catch (error) {
        if (outgoing.signal?.aborted) throw outgoing.signal.reason;
        if (timeout.aborted) {
          const seconds = outgoing.timeoutMs / 1000;
          throw new HttpFailure('timeout', connected.has(url.origin), `no answer within ${seconds} s`, {cause: error});
        }
        throw asFailure(error, {usesProxy, connected: connected.has(url.origin), answered: progress.answered});
      }
    },
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

/** Time limits are the request's own: one for the whole exchange. */
const AGENT_OPTIONS = {headersTimeout: 0, bodyTimeout: 0, connect: {timeout: 0}, maxResponseSize: MAX_BYTES + 1};

function hasProxy(env: Env): boolean {
  return Boolean(env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy);
}

async function proxyAgent(env: Env): Promise<Dispatcher> {
  const {default: EnvHttpProxyAgent} = await import('undici/lib/dispatcher/env-http-proxy-agent.js');
  try {
    return new EnvHttpProxyAgent({
      ...AGENT_OPTIONS,
      httpProxy: env.http_proxy || env.HTTP_PROXY,
      httpsProxy: env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY,
      noProxy: env.no_proxy || env.NO_PROXY,
    });
  } catch (error) {
    throw new HttpFailure('proxy', false, 'the proxy variable HTTPS_PROXY or HTTP_PROXY is not a URL', {cause: error});
  }
}

async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  {method, headers, body, maxBytes}: HttpRequest,
  signal: AbortSignal,
  progress: {answered: boolean},
): Promise<HttpResponse> {
  const answer = await request.call(dispatcher, {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: {...headers, 'accept-encoding': 'gzip'},
    body,
    signal,
  });
  progress.answered = true;
  const names = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  const lower = Object.fromEntries(names) as HttpResponse['headers'];
  return {
    status: answer.statusCode,
    headers: lower,
    body: await readBody(answer.body, lower['content-encoding'], maxBytes),
  };
}

async function readBody(body: AsyncIterable<Buffer>, encoding: string | undefined, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new HttpFailure('too-large', true, `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  if (encoding !== 'gzip') return whole.toString('utf8');
  const [{promisify}, {gunzip}] = await Promise.all([import('node:util'), import('node:zlib')]);
  try {
    return (await promisify(gunzip)(whole, {maxOutputLength: maxBytes})).toString('utf8');
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new HttpFailure(tooLarge ? 'too-large' : 'truncated', true, 'the compressed answer cannot be read', {
      cause: error,
    });
  }
}

/** What a library or system error means, by its code: never by its words. */
function asFailure(error: unknown, known: {usesProxy: boolean; connected: boolean; answered: boolean}): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const {code = '', message} = error as NodeJS.ErrnoException;
  const make = (reason: HttpFailureReason, sent: boolean) => new HttpFailure(reason, sent, message, {cause: error});
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return make('too-large', true);
  if (code.startsWith('HPE_')) return make('malformed', true);
  if (known.answered) return make('truncated', true);
  if (/^UND_ERR_(?:PRX|ABORTED)/.test(code) || (known.usesProxy && !known.connected)) return make('proxy', false);
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return make('dns', false);
  if (code === 'ECONNREFUSED') return make('refused', false);
  if (/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return make('connect', false);
  if (/CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO|UNABLE_TO/.test(code)) return make('tls', false);
  return make(known.connected ? 'reset' : 'connect', known.connected);
}
