import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/**
 * Extracts what the sandbox needs from the API's OpenAPI document: the parameters of each path, the members of each
 * resource, and the possible content of each request body. Usage: `node scripts/api-document.mjs DOCUMENT`.
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
  const [wireType] = type.enum;
  // Two kinds of experiments have the same wire type. The sandbox has only the first kind.
  if (wireType in types) continue;
  const related = Object.entries(relationships?.properties ?? {});
  types[wireType] = {
    attributes: names(attributes && resolve(attributes)),
    relationships: Object.fromEntries(related.map(([name, one]) => [name, relationship(one)])),
  };
}

/**
 * The names that `fields[…]` accepts, by wire type, if they differ from the members of the resource.
 * @type {Record<string, string[]>}
 */
const fields = {};

/** The document describes these filters as texts, but they only accept `true` and `false`. */
const YES_OR_NO = ['expired', 'usesNonExemptEncryption'];

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
      // null stands for any text.
      parts.filters[member] = values ?? (YES_OR_NO.includes(member) ? ['true', 'false'] : null);
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

/** These rules are not in the document. The service names them when it refuses a value. */
const LOCALES = `
  ar-SA ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR he hi hr hu id it ja ko ms nl-NL no pl
  pt-BR pt-PT ro ru sk sl-SI sv th tr uk vi zh-Hans zh-Hant
`;
const VERSION_STRING = String.raw`^\d{1,9}(?:\.\d{1,9}){0,3}$`;
const NEVER_NULL = ['versionString', 'reviewType', 'releaseType'];
/** @type {Record<string, number | undefined>} */
const LONGEST = {
  copyright: undefined,
  description: 4000,
  keywords: 100,
  notes: 4000,
  promotionalText: 170,
  whatsNew: 4000,
};
const LONGEST_OTHER = 255;
const UNSUPPORTED = /Experiment|^backgroundAsset|^gameCenter|^appEncryption/;

/** @param {string} name @param {Schema} attribute */
function attributeRule(name, attribute) {
  const {type, format, enum: listed} = resolve(attribute);
  const values = name === 'locale' ? LOCALES.trim().split(/\s+/) : listed;
  const isFree = type === 'string' && !values;
  return {
    type,
    format,
    values,
    pattern: name === 'versionString' ? VERSION_STRING : undefined,
    maxLength: !isFree ? undefined : name in LONGEST ? LONGEST[name] : LONGEST_OTHER,
    nullable: NEVER_NULL.includes(name) ? undefined : attribute.nullable,
  };
}

/**
 * Reads the attributes and the to-one relationships of a request body.
 * @param {Schema} schema
 */
function requestBody(schema) {
  const {type, attributes = {}, relationships = {}} = resolve(schema).properties.data.properties;
  const rules = Object.entries(attributes.properties ?? {}).map(([name, attribute]) => [
    name,
    attributeRule(name, attribute),
  ]);
  const related = Object.entries(relationships.properties ?? {})
    .filter(([name]) => !UNSUPPORTED.test(name))
    .map(([name, {properties}]) => [name, properties.data.properties?.type.enum[0]]);
  return {
    type: type.enum[0],
    attributes: Object.fromEntries(rules),
    relationships: Object.fromEntries(related),
    required: {attributes: attributes.required, relationships: relationships.required},
  };
}

/** @type {Record<string, unknown>} */
const reads = {};
/** @type {Record<string, Schema>} by method and path */
const writes = {};
for (const [path, {parameters: shared = [], get, ...others}] of Object.entries(/** @type {Schema} */ (paths))) {
  const parameters = [...shared, ...(get?.parameters ?? [])].filter((one) => one.in === 'query');
  if (get) reads[path] = operation({...get, parameters});
  for (const [method, {requestBody: body}] of Object.entries(others)) {
    const schema = body?.content['application/json'].schema;
    if (schema) writes[`${method.toUpperCase()} ${path}`] = requestBody(schema);
  }
}

for (const [operation, body] of Object.entries(writes)) {
  const {attributes, required} = body;
  if (operation === 'POST /v1/reviewSubmissions') {
    required.attributes = ['platform'];
    delete attributes.platform.nullable;
  }
  if (operation === 'POST /v1/appStoreVersionPhasedReleases') attributes.phasedReleaseState.values = ['INACTIVE'];
}

for (const [type, some] of Object.entries(fields)) {
  const {attributes = [], relationships = {}} = types[type] ?? {};
  const own = [...attributes, ...Object.keys(relationships)];
  if (new Set([...own, ...some]).size === some.length && some.every((name) => own.includes(name))) {
    delete fields[type];
  }
}

const target = fileURLToPath(new URL('../src/services/sandbox/api/document.json', import.meta.url));
/**
 * Puts each entry on a line of its own, so that a text search shows a whole entry.
 * @param {[string, unknown]} part
 */
const written = ([name, entries]) => {
  const lines = Object.entries(Object(entries)).map((entry) => entry.map((one) => JSON.stringify(one)).join(':'));
  return `${JSON.stringify(name)}:{\n${lines.join(',\n')}\n}`;
};
const parts = Object.entries({reads, writes, fields, types}).map(written);
writeFileSync(target, `{"version":${JSON.stringify(info.version)},\n${parts.join(',\n')}}\n`);
