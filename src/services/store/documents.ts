import {ToolError} from '../model/error.ts';
import {isObject, isTooDeep} from '../model/values.ts';
import type {Page} from '../model/version.ts';
import type {Identifier, Resource} from './wire.ts';

export interface CollectionDocument {
  data: Resource[];
  included: Resource[];
  links: Page<never>['links'];
  meta?: Record<string, unknown> & {paging?: {total?: number}};
}
export interface SingleDocument {
  data: Resource;
  included: Resource[];
}

// Answers are checked by hand, since a schema library takes as long as JSON.parse does. Unknown members are kept.

export function parseCollection(body: string): CollectionDocument {
  const {data, included, links, meta} = parse(body);
  if (!Array.isArray(data)) throw unexpected('data');
  if (!isAbsent(links) && !isObject(links)) throw unexpected('links');
  // A link that cannot be read must not be mistaken for the end of the list.
  if (!isAbsent(links?.next) && typeof links.next !== 'string') throw unexpected('links.next');
  return {
    data: data.map((entry, index) => readResource(entry, `data.${index}`)),
    included: readIncluded(included),
    links: toLinks(links ?? {}),
    meta: readMeta(meta),
  };
}

function toLinks({self, first, next}: Members): CollectionDocument['links'] {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {self: text(self), first: text(first), next: text(next)};
}

export function parseSingle(body: string): SingleDocument {
  const {data, included} = parse(body);
  return {data: readResource(data, 'data'), included: readIncluded(included)};
}

export function parseOptional(body: string): SingleDocument | undefined {
  return parse(body).data === null ? undefined : parseSingle(body);
}

/** Checks the answer to a write, and returns its resource if one is expected. Otherwise the answer may be empty. */
export function parseAnswer(body: string, isExpected: boolean): Resource | undefined {
  if (isExpected) return parseSingle(body).data;
  if (body.trim() !== '' && !('data' in parse(body))) throw unexpected('data');
  return undefined;
}

export function fromJson(body: string): unknown {
  return JSON.parse(body.startsWith('\uFEFF') ? body.slice(1) : body);
}

type Members = Record<string, unknown>;

const LONG = 1024 * 1024;
const MOST_LEVELS = 100;

/** Scans the text without parsing it, because a parser would need time and memory for every level. */
function isNestedTooDeep(body: string): boolean {
  const [sign, stringEnd] = [/["[\]{}]/g, /(?<!\\)(?:\\\\)*"/g];
  let level = 0;
  for (let found = sign.exec(body); found; found = sign.exec(body)) {
    if (found[0] === '"') {
      stringEnd.lastIndex = sign.lastIndex;
      if (!stringEnd.test(body)) return false;
      sign.lastIndex = stringEnd.lastIndex;
    } else level += found[0] === '[' || found[0] === '{' ? 1 : -1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

function parse(body: string): Members {
  if (body.length > LONG && isNestedTooDeep(body)) throw malformed('it is nested too deeply');
  let json: unknown;
  try {
    json = fromJson(body);
  } catch (error) {
    throw malformed(body.trim() === '' ? 'it is empty' : 'it is not JSON', error);
  }
  if (!isObject(json)) throw unexpected('its top');
  return json;
}

function readResource(entry: unknown, place: string): Resource {
  if (!isResource(entry)) throw unexpected(place);
  return asResource(entry);
}

function readIncluded(included: unknown): Resource[] {
  if (isAbsent(included)) return [];
  if (!Array.isArray(included)) throw unexpected('included');
  return included.filter(isResource).map(asResource);
}

function isResource(entry: unknown): entry is Members & Identifier {
  if (!isIdentifier(entry)) return false;
  const {attributes, relationships} = entry;
  return (isAbsent(attributes) || isObject(attributes)) && (isAbsent(relationships) || isObject(relationships));
}

function asResource(entry: Members): Resource {
  entry.attributes ??= {};
  const relationships = entry.relationships as Members | null | undefined;
  for (const name in relationships) if (!isRelationship(relationships[name])) delete relationships[name];
  return entry as unknown as Resource;
}

function isRelationship(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isAbsent(value.data) || isIdentifier(value.data) || (Array.isArray(value.data) && value.data.every(isIdentifier))
  );
}

function readMeta(meta: unknown): CollectionDocument['meta'] {
  if (!isObject(meta) || isTooDeep(meta) || (meta.paging !== undefined && !isObject(meta.paging))) return undefined;
  if (meta.paging && typeof meta.paging.total !== 'number') delete meta.paging.total;
  return meta;
}

export function writable<Attributes extends object>(attributes: Attributes): Attributes {
  if (isTooDeep(attributes)) throw unexpected('attributes');
  return attributes;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const isIdentifier = (value: unknown): value is Members & Identifier =>
  isObject(value) && typeof value.type === 'string' && typeof value.id === 'string' && value.id !== '';

const unexpected = (place: string): ToolError => malformed(`unexpected value at ${place}`);

function malformed(why: string, cause?: unknown): ToolError {
  return new ToolError('service', `The service sent an invalid response: ${why}`, {
    hint: 'Try again. If it keeps happening, a proxy may be altering responses.',
    cause,
  });
}
