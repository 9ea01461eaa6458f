import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/**
 * Draws what the sandbox has to know of the API from its OpenAPI document: `node scripts/api-document.mjs DOCUMENT`.
 * The result holds names only, e.g. which parameters a path takes and which members a resource has.
 */

const [source] = process.argv.slice(2);
if (!source) throw new Error('Give the path of the OpenAPI document');
const {info, paths, components} = JSON.parse(readFileSync(source, 'utf8'));

/** @typedef {Record<string, any>} Schema a part of the document */

/** A schema without the reference that may stand for it. @param {Schema} schema @returns {Schema} */
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

/** @type {Record<string, unknown>} */
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

/** @type {Record<string, string[]>} by wire type: the members that `fields[…]` may name, in any operation */
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

/** @type {Record<string, unknown>} */
const reads = {};
for (const [path, {parameters: shared = [], get}] of Object.entries(/** @type {Schema} */ (paths))) {
  const parameters = [...shared, ...(get?.parameters ?? [])].filter((one) => one.in === 'query');
  if (get) reads[path] = operation({...get, parameters});
}

const target = fileURLToPath(new URL('../src/services/sandbox/api/document.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({version: info.version, reads, fields, types})}\n`);
