import document from './document.json' with {type: 'json'};

/** scripts/api-document.mjs extracts this from the API's OpenAPI document. */
interface ApiDocument {
  reads: Readonly<Record<string, ReadOperation>>;
  writes: Readonly<Record<string, RequestSchema>>;
  /** The values that `fields[TYPE]` accepts. A type that is absent accepts all of its attributes and relationships. */
  fields: Readonly<Record<string, readonly string[]>>;
  types: Readonly<Record<string, ResourceType>>;
}

export interface ReadOperation {
  includes: readonly string[];
  limits: Readonly<Record<string, number>>;
  filters: Readonly<Record<string, readonly string[] | null>>;
  required: readonly string[];
  exists: readonly string[];
  sort: readonly string[];
  fields: readonly string[];
  limit?: number;
}

export interface AttributeSchema {
  type?: string;
  format?: string;
  values?: readonly string[];
  pattern?: string;
  maxLength?: number;
  nullable?: boolean;
}

export interface RequestSchema {
  type: string;
  attributes: Readonly<Record<string, AttributeSchema>>;
  relationships: Readonly<Record<string, string | undefined>>;
  required: {attributes?: readonly string[]; relationships?: readonly string[]};
}

interface ResourceType {
  attributes: readonly string[];
  relationships: Readonly<Record<string, {many: boolean; hasLinks: boolean}>>;
}

const API: ApiDocument = document;

export const {reads: READS, writes: WRITES} = API;

export const resourceType = (wireType: string): ResourceType =>
  API.types[wireType] ?? {attributes: [], relationships: {}};

export function fieldsOf(wireType: string): readonly string[] {
  const {attributes, relationships} = resourceType(wireType);
  return API.fields[wireType] ?? [...attributes, ...Object.keys(relationships)];
}
