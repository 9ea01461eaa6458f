import document from './document.json' with {type: 'json'};

/** What the API's OpenAPI document says, as scripts/api-document.mjs draws it. */
interface ApiDocument {
  /** The reading operations by path. */
  reads: Readonly<Record<string, ReadOperation>>;
  /** By wire type: the members that `fields[…]` may name. */
  fields: Readonly<Record<string, readonly string[]>>;
  types: Readonly<Record<string, ResourceType>>;
}

/** The parameters of a reading operation. */
export interface ReadOperation {
  includes: readonly string[];
  /** By relationship: how many of it may be asked for. */
  limits: Readonly<Record<string, number>>;
  /** By name: the values that a filter takes; null for any text. */
  filters: Readonly<Record<string, readonly string[] | null>>;
  /** Filters that must be there. */
  required: readonly string[];
  exists: readonly string[];
  sort: readonly string[];
  /** Wire types whose `fields[…]` may be given. */
  fields: readonly string[];
  /** The largest page; absent where there are no pages. */
  limit?: number;
}

export interface ResourceType {
  attributes: readonly string[];
  relationships: Readonly<Record<string, {many: boolean; hasLinks: boolean}>>;
}

const API: ApiDocument = document;

/** @param path with `{id}`, as the document has it */
export const readOperation = (path: string): ReadOperation | undefined => API.reads[path];

export const fieldsOf = (wireType: string): readonly string[] => API.fields[wireType] ?? [];

/** @param key the wire type, with a `V2` where two kinds of resource share one */
export const resourceType = (key: string): ResourceType => API.types[key] ?? {attributes: [], relationships: {}};

export const wireTypeOf = (key: string): string => key.replace(/V2$/, '');
