import document from './document.json' with {type: 'json'};

/** What scripts/api-document.mjs extracts from the API's OpenAPI document. */
interface ApiDocument {
  /** By path, as the document writes it. */
  reads: Readonly<Record<string, ReadOperation>>;
  /** By method and path. */
  writes: Readonly<Record<string, RequestSchema>>;
  /** By wire type: what `fields[…]` may name, unless that is the members of its resource. */
  fields: Readonly<Record<string, readonly string[]>>;
  types: Readonly<Record<string, ResourceType>>;
}

/** The parameters of a reading operation. */
export interface ReadOperation {
  includes: readonly string[];
  /** By relationship: the highest `limit[…]`. */
  limits: Readonly<Record<string, number>>;
  /** By name: the values that a filter takes; null for any text. */
  filters: Readonly<Record<string, readonly string[] | null>>;
  /** Filters that must be given. */
  required: readonly string[];
  exists: readonly string[];
  sort: readonly string[];
  /** Wire types whose `fields[…]` may be given. */
  fields: readonly string[];
  /** The largest page; absent where there are no pages. */
  limit?: number;
}

export interface AttributeSchema {
  type?: string;
  format?: string;
  values?: readonly string[];
  nullable?: boolean;
}

/** What a request body may hold. */
export interface RequestSchema {
  type: string;
  attributes: Readonly<Record<string, AttributeSchema>>;
  /** The wire type that a to-one relationship leads to. */
  relationships: Readonly<Record<string, string | undefined>>;
  required: {attributes?: readonly string[]; relationships?: readonly string[]};
}

export interface ResourceType {
  attributes: readonly string[];
  relationships: Readonly<Record<string, {many: boolean; hasLinks: boolean}>>;
}

const API: ApiDocument = document;

/** @param path with `{id}`, as the document has it */
export const readOperation = (path: string): ReadOperation | undefined => API.reads[path];

export const requestSchema = (method: string, path: string): RequestSchema =>
  API.writes[`${method} ${path}`] ?? {type: '', attributes: {}, relationships: {}, required: {}};

/** @param key the wire type, with a `V2` where two kinds of resource share one */
export const resourceType = (key: string): ResourceType => API.types[key] ?? {attributes: [], relationships: {}};

export const wireTypeOf = (key: string): string => key.replace(/V2$/, '');

/** What `fields[…]` of a wire type may name. */
export function fieldsOf(wireType: string): readonly string[] {
  const members = (key: string) => {
    const {attributes, relationships} = resourceType(key);
    return [...attributes, ...Object.keys(relationships)];
  };
  return API.fields[wireType] ?? [...members(wireType), ...members(`${wireType}V2`)];
}
