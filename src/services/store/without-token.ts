import type {HttpResponse} from '../ports.ts';

/** Shorter fragments give nothing away, and may be coincidence. */
const SHORTEST = 8;
const MARK = '[token]';

/** Redacts a token that an answer echoes, also in fragments or with white space in it. */
export function tokenRemover(token: string): {token: string; clean(response: HttpResponse): HttpResponse} {
  // For speed, a success is searched only for the signature, which is what makes it a token.
  const signature = token.slice(token.lastIndexOf('.') + 1);
  const piece = new RegExp(signature.match(new RegExp(`.{${SHORTEST}}`, 'g'))?.join('|') ?? token);
  const whole = token.replaceAll('.', '');
  const places = new Map<string, number>();
  for (let at = 0; at + SHORTEST <= whole.length; at++) places.set(whole.slice(at, at + SHORTEST), at);
  const remove = <Text extends string | undefined>(text: Text) => (text && withoutPieces(text, whole, places)) as Text;
  const clean = ({status, headers, body}: HttpResponse): HttpResponse => {
    const isSuccess = status >= 200 && status < 300;
    const cleaned = Object.entries(headers).map(([name, value]) => [name, remove(value)]);
    return {status, headers: Object.fromEntries(cleaned), body: isSuccess && !piece.test(body) ? body : remove(body)};
  };
  return {token, clean};
}

function withoutPieces(text: string, whole: string, places: ReadonlyMap<string, number>): string {
  const {dense, indexes} = condensed(text);
  let result = '';
  let shown = 0;
  for (let at = 0; at + SHORTEST <= dense.length; at++) {
    const place = places.get(dense.slice(at, at + SHORTEST));
    if (place === undefined) continue;
    let length = SHORTEST;
    while (dense[at + length] === whole[place + length] && at + length < dense.length) length += 1;
    result += text.slice(shown, indexes[at]) + MARK;
    at += length - 1;
    shown = (indexes[at] ?? 0) + 1;
  }
  return result + text.slice(shown);
}

/** A text's characters and their indexes, without white space and JSON escapes in between. */
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
