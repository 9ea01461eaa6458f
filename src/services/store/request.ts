import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {PlannedRequest} from '../model/outcome.ts';
import {isId} from '../model/values.ts';

type Value = readonly string[] | string | number | undefined;
/** `{fields: {apps: 'name'}}` is `fields[apps]=name`. */
export type Query = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

/** A path with its query. Values are encoded; commas between them and brackets in names stay readable to the service. */
export function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]): (readonly [string, Value])[] =>
    typeof value === 'object' && !isList(value)
      ? Object.entries(value).map(([key, one]) => [`${name}[${key}]`, one])
      : [[name, value]],
  );
  const pairs = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${[value].flat().map(encode).join(',')}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** What the service sent may hold half a character, which no URL can. */
function encode(value: string | number): string {
  return encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

/** An ID from the service as a part of a path: it must be one clean segment. @throws ToolError service */
export function segment(id: string): string {
  if (isId(id) || /^<id of [^<>]+>$/.test(id)) return id;
  throw new ToolError('service', 'The service sent an ID that cannot be part of a URL');
}

/** The refusal of a write in a run that only reads. */
export function refusal(readOnly: string, {method, path}: PlannedRequest): ToolError {
  return new ToolError('usage', `This run is read-only (${readOnly}): ${method} ${cleanText(path)} is refused`, {
    hint: '--dry-run shows what would be sent.',
    facts: {outcome: 'not-sent'},
  });
}

/** What the service would answer in a dry run, as far as the writes that follow need it. */
export function plannedAnswer({method, body}: PlannedRequest): string {
  const {data} = (body ?? {}) as {data?: {type?: string}};
  if (method === 'DELETE' || !data) return '';
  return JSON.stringify({data: method === 'POST' ? {id: `<id of the new ${data.type ?? 'resource'}>`, ...data} : data});
}
