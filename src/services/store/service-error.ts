import {cleanText} from '../model/clean.ts';
import {type ErrorKind, type ServiceCause, ToolError} from '../model/error.ts';
import type {HttpResponse} from '../ports.ts';
import {type Explanation, explain} from './explain.ts';
import {retryAfter} from './retry.ts';
import type {WireError} from './wire.ts';
import {parseErrors} from './wire-errors.ts';

/** What an HTTP status means to the person; null for a success. */
export function kindOfStatus(status: number): ErrorKind | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'not-found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'rejected' : 'service';
}

/** The answer to a request as an error that shows every `errors[]` entry. `now` is the local time in ms. */
export function serviceError(response: HttpResponse, request: string, now: number): ToolError {
  const {status, headers} = response;
  const kind = kindOfStatus(status) ?? 'service';
  const entries = parseErrors(response.body);
  const wait = retryAfter(headers, now);
  const lines = entries.length > 0 ? entries.flatMap((entry) => describeEntry(entry)) : [fallback(status, headers)];
  const requestId = headers['x-request-id'] ?? headers['x-apple-jingle-correlation-key'];
  const explanation: Explanation = explain(status, entries, {headers, now, wait});
  const heading =
    lines.length > 1 ? [`${request} was answered with ${status}:`, ...lines.map((line) => `  ${line}`)] : lines;
  const more = [
    ...(explanation.message ? [explanation.message] : []),
    ...(requestId ? [`Request ID: ${cleanText(requestId)}`] : []),
  ];
  return new ToolError(kind, [...heading, ...more].join('\n'), {
    hint: explanation.hint,
    facts: {
      status,
      retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000),
      codes: allCodes(entries),
      causes: causesOf(entries),
    },
  });
}

/** Codes of all entries, associated ones included. */
function allCodes(entries: readonly WireError[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.code ? [entry.code] : []),
    ...allCodes(Object.values(entry.meta?.associatedErrors ?? {}).flat()),
  ]);
}

/** The associated errors of all entries. */
function causesOf(entries: readonly WireError[]): ServiceCause[] {
  return entries.flatMap(({meta}) =>
    Object.entries(meta?.associatedErrors ?? {}).flatMap(([path, errors]) =>
      errors.map((error) => ({path, code: error.code, pointer: error.source?.pointer, words: wordsOf(error)})),
    ),
  );
}

/** `title: detail` */
function wordsOf({title, detail, code}: WireError): string {
  const words = [detail ? title?.replace(/\.$/, '') : title, detail].filter(
    (part) => part !== undefined && part !== '',
  );
  return cleanText(words.join(': ') || (code ?? 'error without a description'));
}

/** `title: detail (pointer)`, then its associated errors, indented. */
function describeEntry(entry: WireError): string[] {
  const {source, meta} = entry;
  const place = source?.pointer ?? source?.parameter;
  const said = wordsOf(entry);
  const associated = Object.entries(meta?.associatedErrors ?? {}).flatMap(([path, entries]) =>
    entries.flatMap((entry) => describeEntry(entry).map((line) => `  ${cleanText(path)}: ${line}`)),
  );
  return [place ? `${said} (${cleanText(place)})` : said, ...associated];
}

function fallback(status: number, headers: HttpResponse['headers']): string {
  if (status >= 300 && status < 400) {
    const target =
      headers.location && URL.canParse(headers.location) ? ` to ${cleanText(new URL(headers.location).host)}` : '';
    return `The service answered with a redirect (${status})${target}; redirects are never followed`;
  }
  return `The service answered with status ${status}`;
}
