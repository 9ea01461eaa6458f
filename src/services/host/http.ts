import process from 'node:process';
import {setImmediate} from 'node:timers/promises';
import type {Dispatcher} from 'undici';
import {Bytes} from '../async/bytes.ts';
import {isLoopback} from '../model/values.ts';
import {type Env, type Http, HttpFailure, type HttpFailureReason, type HttpRequest} from '../ports.ts';
import {createConnections} from './connections.ts';
import type {HttpProxy} from './http-proxy.ts';

const CONNECT_LIMIT = 60_000;
/** The limit for each address of a host, in ms. Node's default of 250 is shorter than a round trip around the world. */
const ADDRESS_LIMIT = 2500;
/** If this variable is `0`, Node accepts any certificate. */
const LAX = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Creates a client that verifies certificates. The environment may turn this off only for loopback (never proxied). */
export async function createHttp(env: Env, warn?: (text: string) => void): Promise<Http> {
  const file = process.versions.bun && env.NODE_EXTRA_CA_CERTS;
  const checked = {
    secureContext: file ? (await import('./extra-certificates.ts')).goodCertificates(file, warn) : undefined,
    timeout: CONNECT_LIMIT,
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_LIMIT,
  };
  const direct = createConnections(checked);
  const unchecked = env[LAX] === '0' ? createConnections({...checked, rejectUnauthorized: false}) : undefined;
  const connectionsTo = (target: URL) => (unchecked && isLoopback(target.hostname) ? unchecked : direct);
  const url = proxyUrl(env);
  let proxy: Promise<HttpProxy> | undefined;

  async function proxyFor({hostname}: URL): Promise<HttpProxy | undefined> {
    if (url === undefined || isLoopback(hostname)) return undefined;
    const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
    proxy ??= import('./http-proxy.ts').then(({createProxy}) =>
      createProxy({url, noProxy}, {headersTimeout: 0, bodyTimeout: 0, connect: checked}),
    );
    return proxy;
  }

  return {
    async send(request) {
      const {url, maxBytes} = request;
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const unreachable = new AbortController();
      const signal = AbortSignal.any([timeout, unreachable.signal, ...(request.signal ? [request.signal] : [])]);
      const progress: Progress = {sent: false, answered: false};
      let used: HttpProxy | undefined;
      let stopWatching = () => {};
      try {
        const target = new URL(url);
        used = await proxyFor(target);
        signal.throwIfAborted();
        stopWatching = used?.watch(url, (error) => progress.sent || unreachable.abort(error)) ?? stopWatching;
        const sent = {...request, headers: {...request.headers, 'accept-encoding': 'gzip'}};
        const send = (dispatcher: Dispatcher) => exchange(dispatcher, sent, signal, progress);
        const answer = await (used
          ? send(used.dispatcher)
          : connectionsTo(target).use(target.origin, request.method === 'GET', send));
        const joined = ([name, value]: [string, unknown]) => [name, [value].flat().join(', ')] as const;
        const headers = Object.fromEntries(Object.entries(answer.headers).map(joined));
        const body = await bodyText(answer, headers['content-encoding'], maxBytes);
        // undici's pool frees the connection only in the next turn, and a request before that would open another.
        if (used) await setImmediate();
        return {status: answer.status, headers, body};
      } catch (error) {
        const stopped = request.signal?.aborted && request.signal.reason;
        if (stopped && progress.sent) throw stopped;
        if (stopped) throw new HttpFailure('stopped', false, 'it was stopped before it went out', {cause: stopped});
        if (error === timeout.reason) {
          const limit = `no answer within ${request.timeoutMs / 1000} s`;
          throw new HttpFailure('timeout', progress.sent, limit, {cause: error});
        }
        throw asFailure(error, {...progress, proxy: used, lax: unchecked !== undefined});
      } finally {
        stopWatching();
      }
    },
    prepare(origin, count) {
      const target = new URL(origin);
      if (url === undefined || isLoopback(target.hostname)) connectionsTo(target).prepare(target.origin, count);
    },
    async close() {
      // Nothing is awaited, because a pending connection would delay the end.
      direct.destroy();
      unchecked?.destroy();
      void proxy?.then(({dispatcher}) => dispatcher.destroy()).catch(() => {});
    },
  };
}

interface Progress {
  sent: boolean;
  answered: boolean;
}

interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Bytes;
}

/** Sends a request, and rejects at once after an abort. A request that waits for a connection is then never sent. */
export function exchange(
  dispatcher: Dispatcher,
  {method, url, headers, body, maxBytes}: Omit<HttpRequest, 'signal'>,
  signal: AbortSignal,
  progress: Progress,
): Promise<RawAnswer> {
  const {origin, pathname, search} = new URL(url);
  const answer: RawAnswer = {status: 0, headers: {}, body: new Bytes()};
  let abort = () => {};
  return new Promise<RawAnswer>((end, fail) => {
    let controller: Dispatcher.DispatchController | undefined;
    abort = () => {
      controller?.abort(signal.reason);
      fail(signal.reason);
    };
    signal.addEventListener('abort', abort);

    dispatcher.dispatch(
      {origin, path: pathname + search, method, headers, body},
      {
        onRequestStart(given) {
          if (signal.aborted) return given.abort(signal.reason);
          controller = given;
          progress.sent = true;
        },
        onResponseStart(_, status, received) {
          if (status < 200) return;
          progress.answered = true;
          answer.status = status;
          answer.headers = received;
        },
        onResponseData(given, chunk) {
          answer.body.add(chunk);
          const limit = limitFor(answer.status, maxBytes);
          if (answer.body.length <= limit) return;
          if (isError(answer.status)) end({...answer, body: new Bytes()});
          given.abort(tooLarge(limit));
        },
        onResponseEnd: () => end(answer),
        onResponseError: (_, error) => fail(error),
      },
    );
    // Without this, the listener would keep the answer in memory.
  }).finally(() => signal.removeEventListener('abort', abort));
}

const MAX_ERROR_BYTES = 1024 * 1024;

const isError = (status: number): boolean => status < 200 || status >= 300;

function limitFor(status: number, maxBytes: number): number {
  return isError(status) ? Math.min(maxBytes, MAX_ERROR_BYTES) : maxBytes;
}

async function bodyText({status, body}: RawAnswer, encoding = '', maxBytes: number): Promise<string> {
  const bytes = body.toBuffer();
  if (bytes.length === 0 || !/^(?:x-)?gzip$/i.test(encoding.trim())) return bytes.toString('utf8');
  const [{promisify}, {gunzip}] = await Promise.all([import('node:util'), import('node:zlib')]);
  const limit = limitFor(status, maxBytes);
  try {
    return (await promisify(gunzip)(bytes, {maxOutputLength: limit})).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') {
      throw new HttpFailure('truncated', true, 'the compressed answer cannot be read', {cause: error});
    }
    if (isError(status)) return '';
    throw tooLarge(limit);
  }
}

function tooLarge(maxBytes: number): HttpFailure {
  return new HttpFailure('too-large', true, `the answer is larger than ${maxBytes} bytes`);
}

/** Returns the proxy by curl's rules for https: lower-case variables come first, and a missing scheme means `http:`. */
function proxyUrl(env: Env): string | undefined {
  const names = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const value = names.map((name) => env[name]?.trim()).find(Boolean);
  return value && !value.includes('://') ? `http://${value}` : value;
}

/** Classifies an error by codes and names, never by its message. */
function asFailure(error: unknown, known: Progress & {proxy?: HttpProxy; lax: boolean}): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const {code = '', message, name, reason, cause} = reasonIn(error);
  const make = (reason: HttpFailureReason, sent = known.sent, why = message) =>
    new HttpFailure(reason, sent, why, {cause: error});
  const isUnreadable = name === 'HTTPParserError' || code.startsWith('HPE_');
  // Before anything is sent, only a proxy can answer.
  if (isUnreadable) return make(!known.sent && known.proxy ? 'proxy' : 'malformed');
  if (known.answered) return make('truncated', true);
  if (/^UND_ERR_(?:RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW)$/.test(code)) return make('malformed');
  if (!known.sent && known.proxy?.isProxyFailure(error as Error)) {
    // undici wraps the error about the proxy's certificate, so its cause has the message.
    return make('proxy', false, cause instanceof Error ? cause.message : message);
  }
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return make('dns');
  if (code === 'ECONNREFUSED') return isCertain(error) ? make('refused') : make('connect', known.sent, UNCERTAIN);
  if (CERTIFICATE_CODES.test(code)) {
    // Bun's message has no hyphen, and Node 24 adds advice about its own flags.
    const words = message.replace('self signed', 'self-signed').replace(/; .*/s, '');
    return make('tls', known.sent, `${words}${known.lax ? `; ${LAX}=0 counts for loopback hosts only` : ''}`);
  }
  // OpenSSL's message contains a source file and a line. The reason alone reads `tlsv1 alert protocol version`.
  if (/^ERR_TLS|^ERR_SSL|^EPROTO/.test(code)) {
    return make('no-common-tls', known.sent, (reason ?? message).toLowerCase().replaceAll('_', ' '));
  }
  return make(known.sent ? 'reset' : 'connect');
}

/** Returns false if there may simply be no route to the host, which Bun also reports as `refused`. */
function isCertain(error: unknown): boolean {
  return !process.versions.bun || /^(?:127\.|::1$)/.test(String((error as {address?: string}).address));
}

const UNCERTAIN = 'connection refused, or there is no route to it';

function reasonIn(error: unknown): NodeJS.ErrnoException & {reason?: string} {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return error as NodeJS.ErrnoException;
  const errors = error.errors as NodeJS.ErrnoException[];
  const codes = new Set(errors.map(({code}) => code));
  const [code] = codes.size === 1 ? codes : [undefined];
  return {name: error.name, code, message: errors.map(({message}) => message).join('; ')};
}

const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO|^CRL_|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH|^HOSTNAME_MISMATCH/;
