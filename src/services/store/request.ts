import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {PlannedRequest} from '../model/outcome.ts';
import {isId} from '../model/values.ts';

type Value = readonly string[] | string | number | undefined;
/** `{fields: {apps: 'name'}}` is `fields[apps]=name`. */
export type Query = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

/** Encodes values, but not the commas between them nor brackets in names, which the service expects as they are. */
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

/** Text from the service may contain a lone surrogate, which no URL can. */
function encode(value: string | number): string {
  return encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

/** An ID must be a single clean path segment. @throws ToolError service */
export function segment(id: string): string {
  if (isId(id) || /^<id of [^<>]+>$/.test(id)) return id;
  throw new ToolError('service', 'The service sent an ID that cannot be part of a URL');
}

export function refusal(readOnly: string, {method, path}: PlannedRequest): ToolError {
  return new ToolError('usage', `This run is read-only (${readOnly}): ${method} ${cleanText(path)} is refused`, {
    hint: '--dry-run shows what would be sent.',
    facts: {outcome: 'not-sent'},
  });
}

/** A dry run's answer, as far as the following writes need it. */
export function plannedAnswer({method, body}: PlannedRequest): string {
  const {data} = (body ?? {}) as {data?: {type?: string}};
  if (method === 'DELETE' || !data) return '';
  return JSON.stringify({data: method === 'POST' ? {id: `<id of the new ${data.type ?? 'resource'}>`, ...data} : data});
}
