import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {chooseFormat} from '../../src/app/command-line/globals.ts';
import {readInvocation} from '../../src/app/command-line/read-command.ts';
import {commands} from '../../src/app/commands/index.ts';
import {outputSchema} from '../../src/app/present/schema.ts';

/** With `strict`, ajv throws on a keyword that it does not understand. */
const ajv = new Ajv2020({strict: true, allowUnionTypes: true});
const validators = new Map<string, ValidateFunction>();

export function validatorOf(name: string, schema: object): ValidateFunction {
  const validate = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, validate);
  return validate;
}

const LINE_OF_WAIT = {
  type: 'object',
  properties: {at: {type: 'string'}, state: {type: 'string'}},
  required: ['at', 'state'],
  additionalProperties: false,
};

/** @throws if the JSON that a command line printed does not match `tool schema` */
export function holdAgainstSchema(
  argv: readonly string[],
  env: Record<string, string | undefined>,
  {stdout, code}: {stdout: string; code: number | null},
): void {
  const printed = readPrinted(argv, env);
  // With exit code 2, the only possible output is help.
  if (!printed || code === 2 || !stdout.endsWith('\n')) return;
  // On a terminal, a dry run of `ship` prints a table instead of JSON.
  if (stdout.startsWith('Method ')) return;
  const {command, format} = printed;
  const name = command.path.join(' ');
  const schema = outputSchema(command);
  if (!schema) throw new Error(`'tool ${name}' prints JSON and declares no schema of it`);
  const lineSchema = (schema.properties as {data?: {items: object}} | undefined)?.data?.items ?? LINE_OF_WAIT;
  if (format === 'json') hold(name, validatorOf(name, schema), stdout);
  else if (name === 'ship') {
    const line = validatorOf('ship line', lineOfShip(schema));
    for (const text of stdout.trimEnd().split('\n')) hold(name, line, text);
  } else for (const line of stdout.trimEnd().split('\n')) hold(name, validatorOf(`${name} line`, lineSchema), line);
}

/** Returns the schema of a line of `ship`: a step with its platform, or what `ship` prints for one platform. */
function lineOfShip(schema: Record<string, unknown>): object {
  const [result, , , plans] = schema.anyOf as ObjectSchema[];
  const step = result?.properties.steps?.items;
  const ofPlatform = {
    properties: {platform: {type: 'string'}, ...step?.properties},
    required: ['platform', 'id', 'did'],
  };
  return {anyOf: [{...step, ...ofPlatform}, result, plans?.properties.data?.items]};
}

interface ObjectSchema {
  properties: Record<string, {items?: ObjectSchema}>;
}

function hold(name: string, validate: ValidateFunction, text: string): void {
  if (validate(JSON.parse(text))) return;
  const problems = validate.errors?.map(({instancePath, message, params}) => {
    return `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`;
  });
  throw new Error(`'tool ${name}' printed what its schema does not allow: ${problems?.join('; ')}\n${text}`);
}

function readPrinted(argv: readonly string[], env: Record<string, string | undefined>) {
  try {
    const {command, isHelp, globals} = readInvocation(argv, commands);
    if (!command || isHelp) return undefined;
    const format = chooseFormat(command, globals, {env}, () => {});
    return format === 'json' || (format === 'ndjson' && command.emits) ? {command, format} : undefined;
  } catch {
    return undefined;
  }
}
