import {cleanText, quoted} from '../model/clean.ts';
import {type ErrorKind, type ServiceAnswer, type ServiceCause, ToolError} from '../model/error.ts';
import {formatDuration} from '../model/time.ts';
import {isObject, orElse} from '../model/values.ts';
import {AGREEMENTS_PAGE, KEYS_PAGE} from '../model/web-pages.ts';
import {HttpFailure, type HttpRequest, type HttpResponse} from '../ports.ts';
import {fromJson} from './documents.ts';
import {text} from './mapping.ts';
import {retryAfter} from './retry.ts';
import {pathOf, TYPE} from './wire.ts';

type Sent = Pick<HttpRequest, 'method' | 'url'>;

interface ErrorEntry extends ServiceCause {
  id?: string;
  parameter?: string;
  depth: number;
  isNamed: boolean;
}

export const label = ({method, url}: Sent) => `${method} ${cleanText(new URL(url).pathname)}`;

const FAILURES: Record<HttpFailure['reason'], readonly [words: string, hint?: string]> = {
  dns: ['cannot resolve HOST', 'Check the network connection.'],
  refused: ['connection refused by HOST'],
  connect: ['cannot connect to HOST'],
  tls: ['no secure connection to HOST', 'A proxy may be intercepting TLS; trust its CA with NODE_EXTRA_CA_CERTS.'],
  'no-common-tls': [
    'no common TLS with HOST',
    'It, or a proxy in between, offers no TLS 1.2 or 1.3 with a cipher that tool can use.',
  ],
  proxy: ['cannot reach HOST through the proxy', 'Check HTTPS_PROXY, ALL_PROXY and NO_PROXY.'],
  timeout: ['HOST did not answer in time', 'Try again, or allow more time with --timeout SECONDS.'],
  reset: ['HOST closed the connection before answering'],
  truncated: ['the response from HOST ended early'],
  'too-large': ['the response from HOST is too large'],
  malformed: ['the response from HOST is not HTTP'],
  stopped: ['the request to HOST was stopped'],
};

export function httpError(error: HttpFailure, request: Sent): ToolError {
  const {reason, cause, message} = error;
  const kind = ['truncated', 'too-large', 'malformed'].includes(reason) ? 'service' : 'network';
  const [words, hint] = FAILURES[reason];
  const what = words.replace('HOST', () => new URL(request.url).host);
  const {code = ''} = (cause ?? {}) as NodeJS.ErrnoException;
  const isOfClock = code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED';
  return new ToolError(kind, `${label(request)}: ${what} (${cleanText(message)})`, {
    hint: isOfClock ? "Check this machine's clock: by it, the certificate is not valid today." : hint,
    cause: error,
  });
}

export function isTimeOut(error: unknown): boolean {
  if (error instanceof HttpFailure) return error.reason === 'timeout';
  return error instanceof Error && isTimeOut(error.cause);
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function ownErrors(body: string): ErrorEntry[] {
  const entries = readErrors(orElse(() => (fromJson(body) as {errors?: unknown}).errors, undefined));
  return entries.every(({isNamed, depth}) => isNamed || depth > 0) ? entries : [];
}

function kindOfStatus(status: number): ErrorKind {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'not-found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'rejected' : 'service';
}

export function serviceError(response: HttpResponse, request: Sent, now: number): ToolError {
  const {status, headers} = response;
  const entries = ownErrors(response.body);
  if (entries.length === 0 && status < 500 && status !== 429) return foreignError(response, request);
  const wait = retryAfter(headers, now);
  const seconds = wait === undefined ? undefined : Math.ceil(wait / 1000);
  const lines = entries.length > 0 ? entries.map(describeEntry) : [`The service returned status ${status}`];
  const requestId = headers['x-request-id'] ?? headers['x-apple-jingle-correlation-key'];
  const codes = entries.flatMap(({code}) => code || []);
  const refusal = refusalOf(status, codes, lines.join('\n'));
  const skew = status === 401 ? clockSkew(headers.date, now) : undefined;
  const [heading = '', ...details] =
    lines.length > 1 ? [`${label(request)} failed with ${status}:`, ...lines.map((line) => `  ${line}`)] : lines;
  if (skew) details.push(`This machine's clock is ${skew}, so its tokens are not valid there.`);
  const limit = status === 429 && headers['x-rate-limit']?.replace(/[^\w:;-]/g, '');
  if (limit) details.push(`Limits: ${limit}`);
  const ids = entries.flatMap(({id, depth}) => (id && id !== requestId && depth === 0 ? [cleanText(id)] : []));
  if (ids.length > 0) details.push(`Error ID: ${[...new Set(ids)].join(', ')}`);
  if (requestId) details.push(`Request ID: ${cleanText(requestId)}`);
  const causes = entries.filter(({depth}) => depth === 1);
  const submissionId = /\breviewSubmissions? with id '?([A-Za-z0-9._-]+)/i.exec(lines.join('\n'))?.[1];
  const answer = {status, retryAfter: seconds, codes, refusal, causes, submissionId};
  const hint = hintFor(answer, entries, {path: new URL(request.url).pathname, skew});
  return new ToolError(kindOfStatus(status), heading, {details, hint, facts: {answer}});
}

function hintFor(
  {status = 0, retryAfter: seconds, refusal}: ServiceAnswer,
  all: readonly ErrorEntry[],
  {path, skew}: {path: string; skew?: string},
): string | undefined {
  if (skew) return 'Correct the clock, then try again.';
  if (status === 401)
    return `Compare the key ID and the issuer ID with ${KEYS_PAGE}, check that the key is still active there and that the key file is its own.`;
  if (refusal === 'agreement')
    return `The Account Holder must sign in and accept the missing or expired agreement: ${AGREEMENTS_PAGE}`;
  if (refusal === 'role')
    return "The role of this API key does not allow it: use a key with the role 'App Manager' or 'Admin'.";
  if (status === 429) return `Wait ${seconds === undefined ? 'a few minutes' : `${seconds} s`}, then try again.`;
  if (status >= 500)
    return `The service is having problems. Try again in ${seconds === undefined ? 'a minute' : `${seconds} s`}.`;
  if (status === 404 && path.startsWith(pathOf(TYPE.app)))
    return "'tool apps list' shows the IDs of the apps that this API key can see.";
  const has = (place: RegExp, words: RegExp) =>
    all.some((one) => place.test(one.pointer ?? '') && words.test(one.words));
  if (has(/relationships\/app$/, /\bstate\b/i))
    return 'Only one version of a platform can be in flight: release, withdraw, rename or delete that first.';
  if (has(/attributes\/versionString$/, /used|exists/i))
    return 'This version string was already used on this platform. Choose a higher one.';
  const isValue = all.some(({code, depth}) => depth === 0 && code?.startsWith('ENTITY_ERROR.ATTRIBUTE'));
  return isValue ? 'Change the value: the service refuses it as it is.' : undefined;
}

const TOLERATED_SKEW = 60_000;

function clockSkew(date: string | undefined, now: number): string | undefined {
  const theirs = date ? Date.parse(date) : Number.NaN;
  const skew = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  return `${formatDuration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the service's`;
}

function foreignError({status, headers, body}: HttpResponse, request: Sent): ToolError {
  const {location, server, via, 'content-type': type} = headers;
  const host = location && URL.canParse(location) ? ` to ${cleanText(new URL(location).host)}` : '';
  const answer = status < 400 ? `a redirect (${status})${host}; redirects are never followed` : `status ${status}`;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(body.slice(0, 100_000))?.[1]?.trim();
  const signs = [server ?? via, title ? quoted(title) : body.trim() === '' ? 'an empty page' : type];
  const sender = signs.filter((sign) => sign !== undefined).map((sign) => cleanText(sign).slice(0, 200));
  return new ToolError('service', `${label(request)} got ${answer}`, {
    details: [`This is not an answer of the service itself${sender.length > 0 ? `: ${sender.join(', ')}` : ''}`],
    hint: `A proxy, a web filter or a sign-in page may have answered for ${cleanText(new URL(request.url).host)}. Check the network, HTTPS_PROXY and TOOL_API_URL.`,
  });
}

/** Classifies a refusal, mostly by the service's English words, because the service has no codes for most refusals. */
function refusalOf(status: number, codes: readonly string[], words: string): ServiceAnswer['refusal'] {
  if (status === 409) return /try again later/i.test(words) ? 'too-early' : undefined;
  if (status !== 403) return undefined;
  if (codes.some((code) => code.includes('AGREEMENT')) || /\bagree(ment)?\b/i.test(words)) return 'agreement';
  return /\bkey\b.*does not allow|\brole\b|permission|^FORBIDDEN_ERROR$/im.test(words) ? 'role' : undefined;
}

function wordsOf(title: string | undefined, detail: string | undefined): string {
  const heading = detail ? title?.replace(/\.$/, '') : title;
  return [detail?.startsWith(heading ?? '') ? '' : heading, detail].filter(Boolean).join(': ');
}

function describeEntry({words, pointer, parameter, path, depth}: ErrorEntry): string {
  const place = pointer ?? parameter;
  const line = place ? `${words} (${cleanText(place)})` : words;
  return depth === 0 ? line : `${'  '.repeat(depth)}${cleanText(path)}: ${line}`;
}

const MAX_DEPTH = 10;

function readErrors(errors: unknown, path = '', depth = 0): ErrorEntry[] {
  return [errors]
    .flat()
    .filter(isObject)
    .flatMap((error) => {
      const {source, meta} = error;
      const [id, code, title, detail] = [error.id, error.code, error.title, error.detail].map(text);
      const [pointer, parameter] = isObject(source) ? [text(source.pointer), text(source.parameter)] : [];
      const isNamed = (code ?? title ?? detail) !== undefined || isObject(meta);
      const words = cleanText(wordsOf(title, detail) || (code ?? 'error without a description'));
      const related = isObject(meta) && isObject(meta.associatedErrors) && depth < MAX_DEPTH;
      const associated = related ? Object.entries(meta.associatedErrors as object) : [];
      return [
        {id, code, words, pointer, parameter, path, depth, isNamed},
        ...associated.flatMap(([place, entries]) => readErrors(entries, place, depth + 1)),
      ];
    });
}
