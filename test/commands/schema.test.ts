import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import {commands} from '../../src/app/commands/index.ts';
import {schemaDocument} from '../../src/app/present/schema.ts';
import {runTool} from '../support/run.ts';

interface Described {
  path: string;
  effect: string;
  confirm: boolean;
  excludes: string[][];
  arguments: unknown[];
  flags: {name: string; [member: string]: unknown}[];
  output: Record<string, unknown> | null;
  examples: string[];
}

const documentOf = async (...argv: string[]) => JSON.parse((await runTool(argv)).stdout);
const all = async (): Promise<Described[]> => (await documentOf('schema')).commands;
const paths = (document: {commands: Described[]}) => document.commands.map(({path}) => path);

describe('the schema document', () => {
  test('lists every command with its flags, effect and output in tool schema', async () => {
    const document = await documentOf('schema');
    expect(Object.keys(document)).toEqual(['version', 'globalFlags', 'commands', 'exitCodes', 'variables']);
    expect(document.version).toBe('0.0.0');
    expect(paths(document)).toEqual(commands.map(({path}) => path.join(' ')));
    const attach = document.commands.find(({path}: Described) => path === 'versions attach-build');
    expect(attach).toMatchObject({
      summary: 'Attach a build to a store version',
      effect: 'write',
      confirm: false,
      excludes: [['build-number', 'build']],
      arguments: [],
    });
    expect(attach.flags.map(({name}: {name: string}) => name)).toEqual([
      'version-id',
      'build',
      'build-number',
      'wait',
      'every',
      'max-wait',
      'dry-run',
    ]);
    expect(attach.output.anyOf).toHaveLength(2);
  });

  test.each([
    [
      'versions list',
      'app',
      {type: 'string', choices: null, required: false, default: null, variable: 'TOOL_APP_ID', repeatable: false},
    ],
    ['versions list', 'limit', {type: 'integer', required: false}],
    ['versions list', 'platform', {choices: ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'], repeatable: true}],
    ['versions create', 'version', {required: true}],
    ['versions create', 'platform', {default: 'IOS', repeatable: false}],
    ['versions wait', 'every', {default: '30s'}],
    ['versions submit', 'confirm', {type: 'boolean', default: false}],
    ['sandbox', 'fail-rate', {type: 'number'}],
    ['auth login', 'issuer-id', {required: false, summary: expect.stringContaining('required unless individual')}],
  ])('describes the flag %s --%s in tool schema', async (path, flag, expected) => {
    const command = (await all()).find((one) => one.path === path);
    expect(command?.flags.find(({name}) => name === flag)).toMatchObject(expected);
  });

  test('says in tool schema what each command changes at worst, and which commands need a confirmation', async () => {
    const by = (test: (command: Described) => unknown, among: Described[]) => among.filter(test).map(({path}) => path);
    const described = await all();
    expect(by(({effect}) => effect === 'final', described)).toEqual([
      'ship',
      'versions delete',
      'versions release',
      'versions withdraw',
      'builds update',
      'phased-release disable',
      'phased-release complete',
      'tui',
      'mcp',
    ]);
    expect(by(({effect}) => effect === 'local', described)).toEqual([
      'auth init',
      'auth login',
      'auth switch',
      'auth logout',
      'auth doctor',
      'auth trust',
      'release-notes pull',
      'sandbox',
    ]);
    expect(by(({confirm}) => confirm, described)).toEqual([
      'auth doctor',
      'ship',
      'versions delete',
      'versions release',
      'versions submit',
      'versions withdraw',
      'phased-release disable',
      'phased-release complete',
    ]);
    const isDry = ({flags}: Described) => flags.some(({name}) => name === 'dry-run');
    expect(by(isDry, described)).toEqual(
      by(({effect, path}) => ['write', 'final'].includes(effect) && !['tui', 'mcp'].includes(path), described),
    );
  });

  test('lists all exit codes, global flags and variables in tool schema', async () => {
    const {exitCodes, globalFlags, variables} = await documentOf('schema');
    expect(exitCodes.map(({code}: {code: number}) => code)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 129, 130, 143,
    ]);
    expect(globalFlags.map(({name}: {name: string}) => name)).toContain('read-only');
    const named: string[] = variables.map(({name}: {name: string}) => name);
    expect(variables).toContainEqual({name: 'TOOL_PROFILE', summary: 'Profile to use', flag: 'profile'});
    expect(new Set(named).size).toBe(named.length);
    const reference = readFileSync(resolve('docs/reference.md'), 'utf8');
    const table = reference.slice(reference.indexOf('## Variables'), reference.indexOf('## Profiles'));
    expect([...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) => names.match(/\w+/g)).sort()).toEqual(
      [...named].sort(),
    );
    const source = resolve('src');
    const read = readdirSync(source, {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.ts') && !file.startsWith(join('services', 'sandbox')))
      .flatMap((file) => readFileSync(join(source, file), 'utf8').match(/(?<=env\.|')TOOL_[A-Z][A-Z0-9_]+/g) ?? []);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !named.includes(name))).toEqual([]);
  });

  test('lists only existing flags as exclusive in tool schema', async () => {
    for (const {flags, excludes} of await all()) {
      const names = flags.map(({name}) => name);
      expect(excludes.flat().filter((name) => !names.includes(name))).toEqual([]);
    }
  });

  test('prints a schema document that matches its own schema', async () => {
    const own = (await all()).find(({path}) => path === 'schema');
    expect(own?.output).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...schemaDocument.schema,
    });
  });
});

describe('the shape of the output', () => {
  const withoutJson = ['auth login', 'auth switch', 'auth logout', 'tui', 'sandbox', 'completion', 'mcp'];

  test('describes the output of each command that prints JSON in tool schema', async () => {
    const described = await all();
    expect(described.filter(({output}) => output === null).map(({path}) => path)).toEqual(withoutJson);
  });

  test('allows no further members in a described output, unless the service determines them', async () => {
    const open: string[] = [];
    const visit = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      const {type, additionalProperties} = schema as Record<string, unknown>;
      if (type === 'object' && additionalProperties !== false) open.push(at);
      for (const [name, inner] of Object.entries(schema)) visit(inner, `${at}.${name}`);
    };
    for (const {path, output} of await all()) visit(output, path);
    // The arguments of a tool are described by the schema of that tool.
    const others = open.filter((at) => !at.endsWith('checks.items.properties.arguments'));
    expect([...new Set(others.map((at) => at.split('.properties.').join(' > ')))]).toEqual([
      'auth init > config',
      'apps list > meta',
      'versions list > meta',
      'versions view > included.items > attributes',
      'builds list > meta',
      'schema > commands.items > output.anyOf.0',
    ]);
  });
});

describe('the schema of a command or group', () => {
  test('prints the schema of a command or group in the form of the complete schema', async () => {
    const {commands: _, ...rest} = await documentOf('schema');
    const group = await documentOf('schema', 'builds');
    expect(paths(group)).toEqual(['builds list', 'builds wait', 'builds update']);
    expect(group).toMatchObject(rest);
    expect(paths(await documentOf('schema', 'versions', 'view'))).toEqual(['versions view']);
    expect(paths(await documentOf('schema', 'completion'))).toEqual(['completion']);
  });

  test.each([
    ['help', 'versions', 'view', '--output', 'json'],
    ['versions', 'view', '--help', '--output=JSON'],
    ['versions', 'view', '-h', '--output', 'json', '--version-id', 'V'],
  ])('prints the schema of versions view for %j', async (...argv) => {
    expect(await documentOf(...argv)).toEqual(await documentOf('schema', 'versions', 'view'));
  });

  test('prints the complete schema as the JSON form of tool help', async () => {
    expect(await documentOf('help', '--output', 'json')).toEqual(await documentOf('schema'));
    expect((await runTool(['help', 'versions'])).stdout).toMatch(/^Store versions of an app/);
  });

  test.each([
    [['version'], "Unknown command 'version'. Did you mean 'tool versions'?"],
    [['versions', 'lst'], "Unknown command for 'tool versions': 'lst'. Did you mean 'tool versions list'?"],
    [['versions', 'get'], "use 'tool versions view'"],
    [['nothing-like-it'], "Unknown command 'nothing-like-it'"],
    [['sandbox', 'list'], "Unexpected argument 'list' for 'tool schema sandbox'"],
    [['help'], "Unexpected argument 'help' for 'tool schema'"],
    [['versions', 'view', 'more'], "Unexpected argument 'more' for 'tool schema'"],
  ])('refuses to print the schema of %j', async (words, message) => {
    const {code, stdout, stderr} = await runTool(['schema', ...words]);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain(message);
  });
});

test('prints the schema as one line in a pipe, indented on a terminal, and shortened as a table', async () => {
  expect((await runTool(['schema'])).stdout.split('\n')).toHaveLength(2);
  expect((await runTool(['schema', 'apps'], {tty: true})).stdout).toContain('\n  "commands": [\n');
  expect((await runTool(['help', 'apps', '--output', 'json', '--pretty'])).stdout).toContain('\n  "commands": [\n');
  const {stdout} = await runTool(['schema', 'apps', '--output', 'table']);
  expect(stdout).toBe(
    'Command    Effect  Summary\napps list  none    List apps with what is live and what is in flight\n',
  );
});

test('prints the schema without credentials or a network, and lists the command in help', async () => {
  const env = {TOOL_API_URL: 'https://[broken', TOOL_PROFILE: 'nobody'};
  expect(await runTool(['schema', 'apps'], {env})).toMatchObject({code: 0, stderr: ''});
  expect((await runTool(['--help'])).stdout).toMatch(/^ {2}schema +Describe the commands as JSON/m);
});
