import {type Entry, notJson, Refusal} from '../errors.ts';

type Members = Readonly<Record<string, unknown>>;

/** What an attribute of a request body may be. */
export interface AttributeRule {
  required?: boolean;
  /** Null takes the attribute away. */
  nullable?: boolean;
  /** Whether a value is of the right JSON type, and whether it is one of those that the store takes. */
  isType(value: unknown): boolean;
  accepts?(value: never): boolean;
  /** How many UTF-16 units a text may have. */
  most?: number;
}

/** What a request document for one resource may hold. */
export interface BodyRules {
  type: string;
  /** The ID that `data.id` must be; none where the resource is new. */
  id?: string;
  attributes: Readonly<Record<string, AttributeRule>>;
  /** Relationships by name: the type that their one resource must have. */
  relationships: Readonly<Record<string, {type: string; required?: boolean}>>;
}

export interface ResourceBody {
  attributes: Members;
  /** IDs by relationship; null where the document says that there is none. */
  relationships: Readonly<Record<string, string | null>>;
}

/** @throws Refusal 400 for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson('The request body is not valid JSON');
  }
}

/** @throws Refusal 422 for a document of the wrong shape, 409 with every attribute and relationship that is wrong */
export function readResource(body: unknown, rules: BodyRules): ResourceBody {
  const data = onlyMembers(body, ['data'], '').data;
  const {
    type,
    id,
    attributes = {},
    relationships = {},
  } = onlyMembers(data, ['type', 'attributes', 'relationships', ...(rules.id === undefined ? [] : ['id'])], '/data');
  if (type !== rules.type) throw unprocessable('/data/type', `The type must be '${rules.type}'`);
  if (id !== rules.id) throw unprocessable('/data/id', 'The id must be that of the resource in the path');
  const given = asMembers(attributes, '/data/attributes');
  const related = asMembers(relationships, '/data/relationships');
  const problems = [...attributeProblems(given, rules), ...relationshipProblems(related, rules)];
  if (problems.length > 0) throw new Refusal(409, ...problems);
  const ids = Object.entries(related).map(([name, value]) => [
    name,
    linkedId(value, rules.relationships[name]?.type ?? '', `/data/relationships/${name}`),
  ]);
  return {attributes: given, relationships: Object.fromEntries(ids)};
}

/** The attributes that an update gives; it gives nothing else. @param id the one in the path @throws Refusal */
export function readChanges(
  body: unknown,
  type: string,
  id: string,
  attributes: BodyRules['attributes'],
): ResourceBody['attributes'] {
  return readResource(body, {type, id, attributes, relationships: {}}).attributes;
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

function unprocessable(pointer: string, detail: string): Refusal {
  return new Refusal(422, {
    code: 'ENTITY_UNPROCESSABLE',
    title: 'The request entity is not a valid request document object',
    detail,
    source: {pointer},
  });
}

function asMembers(value: unknown, pointer: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unprocessable(pointer, 'An object is expected here');
  }
  return value as Members;
}

function onlyMembers(value: unknown, known: readonly string[], pointer: string): Members {
  const members = asMembers(value, pointer);
  const other = Object.keys(members).find((name) => !known.includes(name));
  if (other !== undefined) throw unprocessable(`${pointer}/${other}`, `Unexpected member '${other}'`);
  return members;
}

function attributeProblems(given: Members, {attributes}: BodyRules): Entry[] {
  const entry = (name: string, kind: string, title: string, detail: string): Entry => ({
    code: `ENTITY_ERROR.ATTRIBUTE.${kind}`,
    title,
    detail,
    source: {pointer: `/data/attributes/${name}`},
  });
  const missing = Object.entries(attributes)
    .filter(([name, rule]) => rule.required && !Object.hasOwn(given, name))
    .map(([name]) =>
      entry(
        name,
        'REQUIRED',
        'The provided entity is missing a required attribute',
        `You must provide a value for the attribute '${name}' with this request`,
      ),
    );
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const rule = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!rule) {
      const title = 'The provided entity includes an unknown attribute';
      return [entry(name, 'UNKNOWN', title, `'${name}' is not an attribute on the resource`)];
    }
    if (value === null && rule.nullable) return [];
    if (!rule.isType(value)) {
      const title = 'The provided entity includes an attribute with an invalid type';
      return [entry(name, 'TYPE', title, `The attribute '${name}' has a value of the wrong type`)];
    }
    if (rule.accepts?.(value as never) === false) {
      const title = 'The provided entity includes an attribute with an invalid value';
      return [entry(name, 'INVALID', title, `The value provided for the attribute '${name}' is not valid`)];
    }
    if (rule.most !== undefined && typeof value === 'string' && value.length > rule.most) {
      const detail = `The provided entity contains a field '${name}' whose value is too long. It cannot exceed ${rule.most} characters.`;
      return [entry(name, 'INVALID.TOO_LONG', 'There is a problem with the request entity', detail)];
    }
    return [];
  });
  return [...missing, ...wrong];
}

function relationshipProblems(given: Members, {relationships}: BodyRules): Entry[] {
  const entry = (name: string, kind: string, title: string, detail: string): Entry => ({
    code: `ENTITY_ERROR.RELATIONSHIP.${kind}`,
    title,
    detail,
    source: {pointer: `/data/relationships/${name}`},
  });
  const missing = Object.entries(relationships)
    .filter(([name, {required}]) => required && !Object.hasOwn(given, name))
    .map(([name]) =>
      entry(
        name,
        'REQUIRED',
        'The provided entity is missing a required relationship',
        `You must provide a value for the relationship '${name}' with this request`,
      ),
    );
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(relationships, name))
    .map((name) =>
      entry(
        name,
        'UNKNOWN',
        'The provided entity includes an unknown relationship',
        `'${name}' is not a relationship on the resource`,
      ),
    );
  return [...missing, ...unknown];
}
