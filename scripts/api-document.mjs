import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/**
 * Extracts from the API's OpenAPI document what the sandbox needs: `node scripts/api-document.mjs DOCUMENT`.
 * Parameters of each path, members of each resource, and what a request body may hold.
 */

const [source] = process.argv.slice(2);
if (!source) throw new Error('Give the path of the OpenAPI document');
const {info, paths, components} = JSON.parse(readFileSync(source, 'utf8'));

/** @typedef {Record<string, any>} Schema a part of the document */

/** @param {Schema} schema @returns {Schema} */
function resolve(schema) {
  if (schema.allOf) return resolve(schema.allOf[0]);
  return schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1)]) : schema;
}

/** @param {Schema | undefined} schema */
const names = (schema) => Object.keys(schema?.properties ?? {});

/**
 * A wire type is the key of its resource; of the two kinds of experiments that share one, the second gets a `V2`.
 * @param {Schema} schema
 */
function keyOf(schema) {
  const {title, properties} = resolve(schema);
  const [wireType] = properties.type.enum;
  return wireType.endsWith('Experiments') && title.endsWith('V2') ? `${wireType}V2` : wireType;
}

/** @param {Schema} schema */
function relationship({properties}) {
  const data = properties.data && resolve(properties.data);
  return {many: data?.type === 'array', hasLinks: 'links' in properties};
}

/** @type {Record<string, Schema>} */
const types = {};
for (const schema of Object.values(/** @type {Schema} */ (components.schemas))) {
  const {type, attributes, relationships} = schema.properties ?? {};
  if (!type?.enum || !schema.properties.id || !schema.properties.links) continue;
  const related = Object.entries(relationships?.properties ?? {});
  types[keyOf(schema)] = {
    attributes: names(attributes && resolve(attributes)),
    relationships: Object.fromEntries(related.map(([name, one]) => [name, relationship(one)])),
  };
}

/** @type {Record<string, string[]>} by wire type: what `fields[…]` may name, unless that is the members of its resource */
const fields = {};

/** @param {Schema} operation */
function operation({parameters}) {
  /** @type {Record<string, any>} */
  const parts = {includes: [], limits: {}, filters: {}, required: [], exists: [], sort: [], fields: []};
  for (const {name, schema, required} of parameters) {
    const {enum: values} = resolve(schema.items ?? schema);
    const [, kind = name, member = ''] = /^(\w+)\[(.+)\]$/.exec(name) ?? [];
    if (kind === 'fields') {
      fields[member] = [...new Set([...(fields[member] ?? []), ...(values ?? [])])];
      parts.fields.push(member);
    } else if (kind === 'filter') {
      // null: any text
      parts.filters[member] = values ?? null;
      if (required) parts.required.push(member);
    } else if (kind === 'exists') parts.exists.push(member);
    else if (kind === 'include') parts.includes = values;
    else if (kind === 'sort') parts.sort = values.filter((/** @type {string} */ value) => !value.startsWith('-'));
    else if (kind === 'limit' && member) parts.limits[member] = schema.maximum;
    else if (kind === 'limit') parts.limit = schema.maximum;
    else throw new Error(`Unknown parameter ${name}`);
  }
  return parts;
}

/**
 * Reads the attributes of a request body and its relationships to one resource.
 * @param {Schema} schema
 */
function requestBody(schema) {
  const {type, attributes = {}, relationships = {}} = resolve(schema).properties.data.properties;
  const rules = Object.entries(attributes.properties ?? {}).map(([name, attribute]) => {
    const {type, format, enum: values} = resolve(attribute);
    return [name, {type, format, values, nullable: attribute.nullable}];
  });
  const related = Object.entries(relationships.properties ?? {}).map(([name, {properties}]) => [
    name,
    properties.data.properties?.type.enum[0],
  ]);
  return {
    type: type.enum[0],
    attributes: Object.fromEntries(rules),
    relationships: Object.fromEntries(related),
    required: {attributes: attributes.required, relationships: relationships.required},
  };
}

/** @type {Record<string, unknown>} */
const reads = {};
/** @type {Record<string, unknown>} by method and path */
const writes = {};
for (const [path, {parameters: shared = [], get, ...others}] of Object.entries(/** @type {Schema} */ (paths))) {
  const parameters = [...shared, ...(get?.parameters ?? [])].filter((one) => one.in === 'query');
  if (get) reads[path] = operation({...get, parameters});
  for (const [method, {requestBody: body}] of Object.entries(others)) {
    const schema = body?.content['application/json'].schema;
    if (schema) writes[`${method.toUpperCase()} ${path}`] = requestBody(schema);
  }
}

for (const [type, some] of Object.entries(fields)) {
  const own = [type, `${type}V2`].flatMap((key) => {
    const {attributes = [], relationships = {}} = types[key] ?? {};
    return [...attributes, ...Object.keys(relationships)];
  });
  if (new Set([...own, ...some]).size === some.length && some.every((name) => own.includes(name))) {
    delete fields[type];
  }
}

const target = fileURLToPath(new URL('../src/services/sandbox/api/document.json', import.meta.url));
/** An entry a line, so that a search shows what it found. @param {[string, unknown]} part */
const written = ([name, entries]) => {
  const lines = Object.entries(Object(entries)).map((entry) => entry.map((one) => JSON.stringify(one)).join(':'));
  return `${JSON.stringify(name)}:{\n${lines.join(',\n')}\n}`;
};
const parts = Object.entries({reads, writes, fields, types}).map(written);
writeFileSync(target, `{"version":${JSON.stringify(info.version)},\n${parts.join(',\n')}}\n`);
