import {isObject} from '../../model/values.ts';
import {TYPE, type WireError} from '../../store/wire.ts';
import {errorEntry, missingMember, type Refusal, refusal, refuse} from '../errors.ts';
import {LOCALES} from '../lifecycle/lookups.ts';
import type {AttributeSchema, RequestSchema} from './api-document.ts';

type Members = Readonly<Record<string, unknown>>;
export interface ResourceRequest {
  body: unknown;
  schema: RequestSchema;
  id: string;
}

export interface ResourceBody {
  attributes: Members;
  /** IDs by relationship; null for `{data: null}`. */
  relationships: Readonly<Record<string, string | null>>;
}

const STRICTER: Readonly<Record<string, Readonly<Record<string, AttributeSchema & {required?: boolean}>>>> = {
  [TYPE.reviewSubmission]: {platform: {required: true, nullable: false}},
  [TYPE.phasedRelease]: {phasedReleaseState: {values: ['INACTIVE']}},
};
/** The service refuses null for these, although its document allows it. */
const NEVER_NULL = ['versionString', 'reviewType', 'releaseType'];
const LONGEST: Readonly<Record<string, number>> = {
  copyright: Number.POSITIVE_INFINITY,
  description: 4000,
  keywords: 100,
  notes: 4000,
  promotionalText: 170,
  whatsNew: 4000,
};
const LONGEST_OTHER = 255;
const UNSUPPORTED = /Experiment|^backgroundAsset|^gameCenter|^appEncryption/;

const VERSION_STRING = /^\d{1,9}(?:\.\d{1,9}){0,3}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** @throws Refusal 422 for a document of the wrong shape, 409 listing every wrong attribute and relationship */
export function readResource({body, schema, id}: ResourceRequest): ResourceBody {
  const {data} = onlyMembers(body, ['data'], '');
  const known = ['type', 'attributes', 'relationships', ...(id ? ['id'] : [])];
  const {type, id: givenId, attributes = {}, relationships = {}} = onlyMembers(data, known, '/data');
  if (type !== schema.type) throw unprocessable('/data/type', `The type must be '${schema.type}'`);
  if (givenId !== (id || undefined)) {
    throw unprocessable('/data/id', 'The id must be that of the resource in the path');
  }
  const given = asMembers(attributes, '/data/attributes');
  const related = asMembers(relationships, '/data/relationships');
  refuse(...attributeProblems(given, schema, id === ''), ...relationshipProblems(related, schema));
  const ids = Object.entries(related).map(([name, value]) => [
    name,
    linkedId(value, schema.relationships[name] ?? '', `/data/relationships/${name}`),
  ]);
  return {attributes: given, relationships: Object.fromEntries(ids)};
}

/** The ID in `{data: {type, id}}`, null for `{data: null}`. @throws Refusal 422 */
export function linkedId(linkage: unknown, type: string, pointer: string): string | null {
  const {data} = onlyMembers(linkage, ['data'], pointer);
  if (data === null) return null;
  const {type: given, id} = onlyMembers(data, ['type', 'id'], `${pointer}/data`);
  if (given !== type) throw unprocessable(`${pointer}/data/type`, `The type must be '${type}'`);
  if (typeof id !== 'string' || id === '') throw unprocessable(`${pointer}/data/id`, 'The id must be a text');
  return id;
}

const unprocessable = (pointer: string, detail: string): Refusal => refusal('ENTITY_UNPROCESSABLE', detail, {pointer});

function asMembers(value: unknown, pointer: string): Members {
  if (!isObject(value)) throw unprocessable(pointer, 'An object is expected here');
  return value;
}

function onlyMembers(value: unknown, known: readonly string[], pointer: string): Members {
  const members = asMembers(value, pointer);
  const other = Object.keys(members).find((name) => !known.includes(name));
  if (other !== undefined) throw unprocessable(`${pointer}/${other}`, `Unexpected member '${other}'`);
  return members;
}

function attributeProblems(given: Members, {type, attributes, required}: RequestSchema, isNew: boolean): WireError[] {
  const overrides = (isNew && STRICTER[type]) || {};
  const stricter = Object.keys(overrides).filter((name) => overrides[name]?.required);
  const missing = [...(required.attributes ?? []), ...stricter].filter((name) => !Object.hasOwn(given, name));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const source = {pointer: `/data/attributes/${name}`};
    if (!Object.hasOwn(attributes, name)) {
      return errorEntry('ENTITY_ERROR.ATTRIBUTE.UNKNOWN', `'${name}' is not an attribute on the resource`, source);
    }
    const rule = {...attributes[name], ...overrides[name]};
    if (value === null && rule.nullable && !NEVER_NULL.includes(name)) return [];
    if (typeof value !== rule.type) {
      return errorEntry('ENTITY_ERROR.ATTRIBUTE.TYPE', `The attribute '${name}' has a value of the wrong type`, source);
    }
    if (typeof value !== 'string') return [];
    if (!accepts(name, value, rule)) {
      const detail = `The value provided for the attribute '${name}' is not valid`;
      return errorEntry('ENTITY_ERROR.ATTRIBUTE.INVALID', detail, source);
    }
    const most = LONGEST[name] ?? LONGEST_OTHER;
    if (value.length <= most) return [];
    const detail = `The provided entity contains a field '${name}' whose value is too long. It cannot exceed ${most} characters.`;
    return errorEntry('ENTITY_ERROR.ATTRIBUTE.INVALID.TOO_LONG', detail, source);
  });
  return [...missing.map((name) => missingMember('attribute', name)), ...wrong];
}

function accepts(name: string, value: string, {values, format}: AttributeSchema): boolean {
  if (values) return values.includes(value);
  if (name === 'versionString') return VERSION_STRING.test(value);
  if (name === 'locale') return LOCALES.includes(value);
  if (format === 'uri') return value === '' || (URL.canParse(value) && /^https?:/i.test(value));
  return format !== 'date-time' || isDateTime(value);
}

function isDateTime(value: string): boolean {
  if (!DATE_TIME.test(value) || Number.isNaN(Date.parse(value))) return false;
  // Date.parse turns the day after the last of a month into one of the next.
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function relationshipProblems(given: Members, {relationships, required}: RequestSchema): WireError[] {
  const missing = (required.relationships ?? []).filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(relationships, name) || UNSUPPORTED.test(name));
  const wrong = unknown.map((name) => {
    const detail = `'${name}' is not a relationship on the resource`;
    return errorEntry('ENTITY_ERROR.RELATIONSHIP.UNKNOWN', detail, {pointer: `/data/relationships/${name}`});
  });
  return [...missing.map((name) => missingMember('relationship', name)), ...wrong];
}
