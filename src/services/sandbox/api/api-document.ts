import document from './document.json' with {type: 'json'};

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

/** scripts/api-document.mjs extracts these tables from the API's OpenAPI document. */
export const READS: Readonly<Record<string, ReadOperation>> = document.reads;
export const WRITES: Readonly<Record<string, RequestSchema>> = document.writes;
const TYPES: Readonly<Record<string, ResourceType>> = document.types;
/** The values that `fields[TYPE]` accepts. A type that is absent accepts all of its attributes and relationships. */
const FIELDS: Readonly<Record<string, readonly string[]>> = document.fields;

export const resourceType = (wireType: string): ResourceType => TYPES[wireType] ?? {attributes: [], relationships: {}};

export function fieldsOf(wireType: string): readonly string[] {
  const {attributes, relationships} = resourceType(wireType);
  return FIELDS[wireType] ?? [...attributes, ...Object.keys(relationships)];
}
