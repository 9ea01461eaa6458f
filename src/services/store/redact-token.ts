import type {HttpResponse} from '../ports.ts';

// Shorter fragments reveal nothing, and may be a coincidence.
const MIN_LENGTH = 8;
const MARK = '[token]';
const SLICE = 64 * 1024;

/** Redacts a token that the service repeats in an answer, even in fragments or with white space in it. */
export function createTokenRedactor(token: string): {token: string; clean(response: HttpResponse): HttpResponse} {
  // For speed, a success is searched only for the signature, without which a token is useless.
  const signature = token.slice(token.lastIndexOf('.') + 1);
  const fragment = new RegExp(signature.match(new RegExp(`.{${MIN_LENGTH}}`, 'g'))?.join('|') ?? token);
  const target = token.replaceAll('.', '');
  const places = new Map<string, number>();
  for (let at = 0; at + MIN_LENGTH <= target.length; at++) places.set(target.slice(at, at + MIN_LENGTH), at);
  const remove = <Text extends string | undefined>(text: Text) => (text && redacted(text, target, places)) as Text;
  const clean = ({status, headers, body}: HttpResponse): HttpResponse => {
    const isSuccess = status >= 200 && status < 300;
    const cleaned = Object.entries(headers).map(([name, value]) => [name, remove(value)]);
    return {
      status,
      headers: Object.fromEntries(cleaned),
      body: isSuccess && !fragment.test(body) ? body : isSuccess ? inSlices(body, fragment, remove) : remove(body),
    };
  };
  return {token, clean};
}

/** Redacts only slices near a fragment of the token. A fragment too short to be found at an edge reveals nothing. */
function inSlices(body: string, fragment: RegExp, remove: (slice: string) => string): string {
  const slices = Array.from({length: Math.ceil(body.length / SLICE)}, (_, index) =>
    body.slice(index * SLICE, (index + 1) * SLICE),
  );
  const has = slices.map((slice) => fragment.test(slice));
  return slices.map((slice, at) => (has[at - 1] || has[at] || has[at + 1] ? remove(slice) : slice)).join('');
}

function redacted(text: string, target: string, places: ReadonlyMap<string, number>): string {
  const {dense, indexes} = condensed(text);
  let result = '';
  let shown = 0;
  for (let at = 0; at + MIN_LENGTH <= dense.length; at++) {
    const place = places.get(dense.slice(at, at + MIN_LENGTH));
    if (place === undefined) continue;
    let length = MIN_LENGTH;
    while (dense[at + length] === target[place + length] && at + length < dense.length) length += 1;
    result += text.slice(shown, indexes[at]) + MARK;
    at += length - 1;
    shown = (indexes[at] ?? 0) + 1;
  }
  return result + text.slice(shown);
}

function condensed(text: string): {dense: string; indexes: number[]} {
  const indexes: number[] = [];
  let dense = '';
  for (const {0: part, index} of text.matchAll(/\\.|[\w-]+|["{}[\]:]/g)) {
    if (part.startsWith('\\')) continue;
    dense += part;
    for (let at = 0; at < part.length; at++) indexes.push(index + at);
  }
  return {dense, indexes};
}
