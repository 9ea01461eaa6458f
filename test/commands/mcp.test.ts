import {afterEach, describe, expect, test} from 'vitest';
import {commands} from '../../src/app/commands/index.ts';
import {FOREIGN} from '../../src/app/mcp/tools.ts';
import {type Agent, type AgentOptions, startAgent, textOf} from '../support/agent.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {runTool} from '../support/run.ts';

const READS = [
  'auth_status',
  'auth_doctor',
  'apps_list',
  'versions_list',
  'versions_view',
  'versions_check',
  'versions_wait',
  'versions_history',
  'builds_list',
  'builds_wait',
  'release_notes_list',
  'phased_release_view',
];
const WRITES = [
  'versions_create',
  'versions_update',
  'versions_attach_build',
  'versions_submit',
  'versions_withdraw',
  'versions_release',
  'versions_delete',
  'builds_update',
  'release_notes_set',
  'release_notes_copy',
  'phased_release_enable',
  'phased_release_disable',
  'phased_release_pause',
  'phased_release_resume',
  'phased_release_complete',
  'ship',
];
const FINAL = [
  'builds_update',
  'phased_release_complete',
  'phased_release_disable',
  'ship',
  'versions_delete',
  'versions_release',
  'versions_withdraw',
];

let agent: Agent;
afterEach(async () => {
  expect((await agent?.end())?.code ?? 0).toBe(0);
});

async function start(argv: readonly string[] = [], options: AgentOptions = {}) {
  const store = new PracticeStore();
  agent = await startAgent((words, more) => store.run(words, more), argv, options);
  return {store, agent};
}

describe('the tools', () => {
  test('offers MCP tools that write only with --allow-writes', async () => {
    const names = async () => (await agent.client.listTools()).tools.map(({name}) => name).sort();
    await start();
    expect(await names()).toEqual([...READS].sort());
    await agent.end();
    await start(['--allow-writes']);
    expect(await names()).toEqual([...READS, ...WRITES].sort());
    await agent.end();
    await start(['--allow-writes', '--read-only']);
    expect(await names()).toEqual([...READS].sort());
  });

  test('offers every command as an MCP tool, except a few for credentials, files, screens and the tool itself', async () => {
    const offered = [...READS, ...WRITES];
    const others = commands
      .map(({path}) => path.join('_').replaceAll('-', '_'))
      .filter((one) => !offered.includes(one));
    expect(others).toEqual([
      ...['auth_init', 'auth_login', 'auth_switch', 'auth_logout', 'auth_token', 'auth_trust'],
      ...['release_notes_push', 'release_notes_pull', 'history', 'tui', 'sandbox', 'completion', 'schema', 'mcp'],
    ]);
  });

  test('declares a JSON type for each argument of an MCP tool', async () => {
    await start(['--allow-writes']);
    const {tools} = await agent.client.listTools();
    const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    expect(inputOf('versions_list')).toMatchObject({
      type: 'object',
      properties: {
        app: {type: 'string'},
        platform: {type: 'array', items: {type: 'string', enum: ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS']}},
        limit: {type: 'integer'},
        paginate: {type: 'boolean'},
      },
      additionalProperties: false,
    });
    expect(inputOf('versions_list')?.properties).not.toHaveProperty('confirmation');
    expect(inputOf('versions_create')).toMatchObject({
      properties: {platform: {default: 'IOS'}, confirmation: {type: 'string'}},
      required: ['app', 'version'],
    });
    expect(inputOf('builds_update')?.properties).toMatchObject({uses_encryption: {type: 'boolean'}});
    expect(inputOf('release_notes_set')?.properties).toMatchObject({locale: {type: 'array', default: ['all']}});
    expect(inputOf('versions_wait')?.properties).toMatchObject({max_wait: {type: 'string', default: '10m'}});
    const members = tools.flatMap(({name, inputSchema}) =>
      Object.keys(inputSchema.properties ?? {}).map((member) => `${name}.${member}`),
    );
    const withheld =
      /\.(?:confirm|dry_run|file|dir|notes_file|notes_dir|on_change|ask_service|fix|force|output|profile)$/;
    expect(members.filter((member) => withheld.test(member))).toEqual([]);
    expect(tools.every(({inputSchema}) => inputSchema.additionalProperties === false)).toBe(true);
  });

  test('does not require the argument app if the environment names an app', async () => {
    await start([], {env: {TOOL_APP_ID: 'com.example.boats'}});
    expect((await agent.call('versions_list', {})).structuredContent.data).not.toEqual([]);
    expect((await agent.call('versions_view', {version_id: '@editable'})).structuredContent).toMatchObject({
      versionString: '2.0',
    });
  });

  test('annotates MCP tools correctly, and describes them without flag names', async () => {
    await start(['--allow-writes']);
    const {tools} = await agent.client.listTools();
    const having = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
      tools.filter(({annotations}) => annotations?.[hint]).map(({name}) => name);
    expect(having('readOnlyHint').sort()).toEqual([...READS].sort());
    expect(having('destructiveHint').sort()).toEqual(FINAL);
    expect(tools.filter(({annotations}) => !annotations?.openWorldHint).map(({name}) => name)).toEqual(['auth_doctor']);
    const once = ['create', 'submit', 'withdraw', 'release', 'delete'].map((one) => `versions_${one}`).concat('ship');
    expect(having('idempotentHint').sort()).toEqual([...READS, ...WRITES].filter((one) => !once.includes(one)).sort());
    for (const {description, inputSchema} of tools) {
      const words = [description, ...Object.values(inputSchema.properties ?? {}).map((one) => Object(one).description)];
      expect(words.join(' ')).not.toMatch(/ --[a-z]/);
      expect(words).not.toContain(undefined);
    }
    expect(tools.find(({name}) => name === 'phased_release_pause')?.description).not.toContain('Two calls');
  });

  test('explains releases in ten lines of instructions to the MCP client', async () => {
    await start();
    const text = agent.client.getInstructions() ?? '';
    expect(text.split('\n')).toHaveLength(10);
    expect(text).toContain('ship does all of it, and continues from wherever a release stands.');
    expect(text).toContain('outcomeUnknown: the write may have gone through;');
    expect(text).toContain('This server only reads: it was started without --allow-writes.');
    const named = [...text.matchAll(/\b(?:apps|builds|versions|release_notes|phased_release)_[a-z_]+|\bship\b/g)].map(
      ([one]) => one,
    );
    expect(named.filter((one) => ![...READS, ...WRITES].includes(one))).toEqual([]);
    expect(agent.client.getServerVersion()).toMatchObject({name: 'tool', version: '0.0.0'});
  });
});

describe('a result', () => {
  test("returns the command's JSON from an MCP tool, with secrets hidden and a line that marks store text", async () => {
    const {store} = await start();
    const {content, structuredContent, isError} = await agent.call('versions_view', {
      version_id: 'com.example.boats@editable',
      include: ['storeReviewDetail'],
    });
    const printed = await new PracticeStore(store).run([
      ...['versions', 'view', '--version-id', 'com.example.boats@editable', '--include', 'storeReviewDetail'],
    ]);
    expect(isError).toBeUndefined();
    expect(structuredContent).toEqual(printed.result);
    expect(JSON.stringify(structuredContent)).toContain('[hidden]');
    expect(content).toEqual([{type: 'text', text: `${FOREIGN}\n${printed.stdout.trimEnd()}`}]);
  });

  test.each([
    ['apps_list', {limit: 2}],
    ['versions_list', {app: 'com.example.aurora', platform: ['IOS'], paginate: true}],
    ['versions_history', {version_id: 'com.example.second@latest'}],
    ['builds_list', {app: 'com.example.boats', limit: 1}],
    ['builds_wait', {app: 'com.example.boats', build_number: '12'}],
    ['release_notes_list', {version_id: 'com.example.nearly@editable'}],
    ['phased_release_view', {version_id: 'com.example.steps@live'}],
    ['versions_wait', {version_id: 'com.example.boats@live', until: ['READY_FOR_SALE']}],
  ])('returns a result of %s that matches its schema, below the line that marks store text', async (name, given) => {
    await start();
    await agent.client.listTools();
    const result = await agent.call(name, given);
    expect(result.isError).toBeUndefined();
    expect(textOf(result).split('\n')[0]).toBe(FOREIGN);
  });

  test('returns versions_check with findings as a success, and names the tool that fixes them', async () => {
    await start();
    const result = await agent.call('versions_check', {version_id: 'com.example.tides@editable'});
    expect(result).not.toHaveProperty('isError');
    expect(result.structuredContent).toMatchObject({ready: false});
    const checks: {id: string; command?: string; tool?: string; arguments?: object}[] = result.structuredContent.checks;
    const build = checks.find(({id}) => id === 'build');
    expect(build).toMatchObject({
      command: expect.stringMatching(/^tool versions attach-build --version-id \S+ --build latest/),
      tool: 'versions_attach_build',
      arguments: {version_id: expect.any(String), build: 'latest'},
    });
  });

  test('returns a list to the MCP client as a table of twenty rows unless the call asks for more', async () => {
    const {store} = await start();
    const all = (await agent.call('versions_list', {app: 'com.example.aurora', paginate: true})).structuredContent;
    expect(all.data.length).toBeGreaterThan(20);
    const first = await agent.call('versions_list', {app: 'com.example.aurora'});
    expect(first.structuredContent.data).toHaveLength(20);
    const lines = textOf(first).split('\n');
    expect(lines.slice(0, 2)).toEqual([FOREIGN, expect.stringMatching(/^ID +Version +Platform/)]);
    expect(lines).toHaveLength(1 + 21 + 1);
    const {next} = first.structuredContent.links;
    expect(lines.at(-1)).toBe(`There are more pages: call again with next ${JSON.stringify(next)}`);
    const second = await agent.call('versions_list', {next});
    expect(second.structuredContent.data[0].id).not.toBe(first.structuredContent.data[0].id);
    expect(
      (await agent.call('versions_list', {app: 'com.example.aurora', limit: 3})).structuredContent.data,
    ).toHaveLength(3);
    expect(store.writes()).toEqual([]);
  });

  test('adds the warning about store text to auth_status only if the command asked the store', async () => {
    await start();
    const result = await agent.call('auth_status', {verbose: true});
    expect(result.structuredContent).toMatchObject({activeSource: 'environment'});
    expect(textOf(result)).toMatch(/^\{"storageBackend"/);
    const validated = await agent.call('auth_status', {validate: true});
    expect(textOf(validated).split('\n')[0]).toBe(FOREIGN);
    const doctor = await agent.call('auth_doctor');
    expect(doctor.structuredContent.summary).toMatchObject({errors: 0});
  });
});

describe('an input', () => {
  test('accepts null for an omitted argument, a number as a string, and a single value for a list', async () => {
    await start(['--allow-writes']);
    const loose = {app: 'com.example.aurora', platform: 'IOS', limit: '2', next: null, state: null, paginate: null};
    const strict = {app: 'com.example.aurora', platform: ['IOS'], limit: 2};
    const [one, other] = [await agent.call('versions_list', loose), await agent.call('versions_list', strict)];
    expect(one.isError).toBeUndefined();
    expect(one.structuredContent).toEqual(other.structuredContent);
    const given = {version_id: 'com.example.boats@editable', copyright: 'Us', version: null, confirmation: null};
    expect((await agent.call('versions_update', given)).structuredContent).toHaveProperty('plan');
  });

  test('accepts a whole number for an ID, and a boolean as a string', async () => {
    await start();
    const app = 6446048371;
    const [one, other] = [
      await agent.call('builds_list', {app, paginate: 'false'}),
      await agent.call('builds_list', {app: String(app), paginate: false}),
    ];
    expect(one.isError).toBeUndefined();
    expect(one.structuredContent).toEqual(other.structuredContent);
    const builds = one.structuredContent.data as {attributes: {version: string}}[];
    const version = builds[0]?.attributes.version;
    const wait = {app, build_number: Number(version), max_wait: '0s'};
    expect((await agent.call('builds_wait', wait)).structuredContent).toMatchObject({attributes: {version}});
  });

  test('refuses a number for a version string, since 2.10 would be 2.1', async () => {
    await start(['--allow-writes']);
    const {structuredContent} = await agent.call('versions_create', {app: '1', version: 2.1});
    expect(structuredContent).toMatchObject({kind: 'usage', message: 'version must be a string'});
    const whole = await agent.call('versions_create', {app: '1', version: 2});
    expect(whole.structuredContent).toMatchObject({kind: 'usage', message: 'version must be a string'});
  });

  test.each([
    [{limit: '2x'}, 'limit must be an integer'],
    [{limit: '-2'}, 'limit must be an integer'],
    [{limit: ''}, 'limit must be an integer'],
    [{platform: [['IOS']]}, 'platform must be an array of strings'],
    [{platform: 'IOS,MAC_OS'}, 'platform must have no comma in a string'],
    [{paginate: 'yes'}, 'paginate must be a boolean'],
    [{paginate: 1}, 'paginate must be a boolean'],
    [{app: 4.2}, 'app must be a string'],
    [{app: 2 ** 60}, 'app must be a string'],
    [{app: true}, 'app must be a string'],
    [{version: [2]}, 'version must be an array of strings'],
    [{app: null}, /needs app/],
  ])('refuses MCP calls with the arguments %j', async (given, message) => {
    const {store} = await start();
    const {structuredContent} = await agent.call('versions_list', {app: '1', ...given});
    expect(structuredContent).toMatchObject({kind: 'usage', message: expect.stringMatching(message)});
    expect(store.lines).toEqual([]);
  });

  test('accepts null for an omitted member of a protocol message', async () => {
    await start();
    for (const frame of [
      '"method":"tools/list","params":null',
      '"method":"tools/list","params":{"cursor":null,"_meta":null}',
      '"method":"tools/call","params":{"name":"auth_status","arguments":null,"_meta":{"progressToken":null}}',
      '"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"},"_meta":null}',
    ]) {
      agent.raw(`{"jsonrpc":"2.0","id":"null",${frame}}\n`);
      await expect.poll(() => agent.lines.at(-1)).toMatch(/"id":"null"/);
      expect(JSON.parse(agent.lines.at(-1) ?? '')).toHaveProperty('result');
      agent.lines.pop();
    }
  });
});

describe('an error', () => {
  test.each([
    ['versions_view', {version_id: 'nobody'}, {kind: 'not-found', exitCode: 4}],
    ['versions_view', {version_id: '../..'}, {kind: 'usage', exitCode: 2, message: /^version_id must be an ID/}],
    ['versions_view', {}, {kind: 'usage', message: /needs version_id$/}],
    ['versions_view', {version_id: false}, {kind: 'usage', message: /^version_id must be a string$/}],
    [
      'versions_list',
      {app: 'a.b', limit: 5.5},
      {kind: 'usage', message: /^limit must be a whole number from 1 to 200$/},
    ],
    ['versions_list', {app: 'a.b', platform: ['DOS']}, {kind: 'usage', message: /^platform 'DOS' is not one of IOS/}],
    ['versions_list', {app: 'a.b', version: ['1,2']}, {kind: 'usage', message: /^version must have no comma/}],
    ['versions_list', {app: 'a.b', paginate: 'yes'}, {kind: 'usage', message: /^paginate must be a boolean$/}],
    ['versions_list', {next: 'https://evil.test/v1/apps/1/appStoreVersions'}, {kind: 'usage', exitCode: 2}],
    ['versions_list', {next: 'x', limit: 5}, {kind: 'usage', message: /^limit cannot be combined with next/}],
    ['versions_check', {version_id: 'x', ask_service: true}, {kind: 'usage', message: /^Unknown member 'ask_service'/}],
    ['auth_doctor', {fix: true}, {kind: 'usage', message: /^Unknown member 'fix' of auth_doctor, which takes none$/}],
    ['versions_view', {version_id: 'x', confirmation: 'y'}, {kind: 'usage', message: /^Unknown member 'confirmation'/}],
    ['versions_view', {__proto__: null, constructor: 'x'}, {kind: 'usage', message: /^Unknown member 'constructor'/}],
    ['versions_view', {versionId: 'x'}, {kind: 'usage', message: /. Did you mean version_id\?$/}],
    ['versions-view', {}, {kind: 'usage', message: /^There is no tool versions-view. Did you mean versions_view\?$/}],
    ['list_versions', {}, {kind: 'usage', message: /^There is no tool list_versions. Did you mean versions_list\?$/}],
    ['auth_login', {}, {kind: 'usage', exitCode: 2, message: /^There is no tool auth_login/}],
    [
      'versions_release',
      {version_id: 'x'},
      {kind: 'usage', exitCode: 2, message: /started without --allow-writes\nNothing was sent\.$/},
    ],
    ['phased_release_pause', {version_id: 'x'}, {kind: 'usage', message: /and this server only reads/}],
  ])(
    'returns an error to the MCP client for %s %j',
    async (name, given, {message, ...expected}: {kind: string; exitCode?: number; message?: RegExp}) => {
      const {store} = await start();
      await agent.client.listTools();
      const result = await agent.call(name, given);
      expect(result.isError).toBe(true);
      expect(Object.keys(result.structuredContent)).toEqual([
        'kind',
        'exitCode',
        'message',
        'hint',
        'outcomeUnknown',
        'remedies',
      ]);
      expect(result.structuredContent).toMatchObject({...expected, outcomeUnknown: false});
      if (message) expect(result.structuredContent.message).toMatch(message);
      expect(store.writes()).toEqual([]);
    },
  );

  test("reports a credential error in the tool's result, not when the server starts", async () => {
    agent = await startAgent(runTool, [], {host: {}});
    await agent.client.listTools();
    const result = await agent.call('apps_list');
    expect(result.structuredContent).toMatchObject({kind: 'credentials', exitCode: 3});
    expect(result.structuredContent.hint).toContain('tool auth login');
    expect((await agent.call('auth_status')).structuredContent).toMatchObject({credentials: []});
  });
});

describe('a wait', () => {
  test('reports the progress of versions_wait, and ends when the version reaches the state', async () => {
    const {store} = await start(['--allow-writes']);
    const submitted = await agent.confirm('versions_submit', {version_id: 'com.example.boats@editable'});
    const progress: {progress: number; message?: string}[] = [];
    // Between two reads, three timers run: the limit of the call, the next line of progress and the pause. During a
    // read, only two of them run.
    store.mayPass = (asleep) => asleep.length > 2;
    // The version is named by its ID, because the lookup of a name reads a file, for which this clock does not wait.
    const given = {version_id: submitted.structuredContent.versionId, until: ['PENDING_DEVELOPER_RELEASE']};
    const result = await agent.call('versions_wait', given, {onprogress: (one) => void progress.push(one)});
    expect(result.structuredContent).toMatchObject({state: 'PENDING_DEVELOPER_RELEASE', reached: true});
    expect(
      progress
        .map(({message}) => message?.split(' ')[0])
        .filter(Boolean)
        .at(-1),
    ).toBe('PENDING_DEVELOPER_RELEASE');
    // Progress is reported even if nothing changes, because a client gives up on a call that is silent for a minute.
    expect(progress.length).toBeGreaterThan(4);
    const numbers = progress.map((one) => one.progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(agent.stderr()).toMatch(/^versions_wait: PENDING_DEVELOPER_RELEASE/m);
    expect(store.lines.at(-1)).toMatch(/^GET/);
  });

  test.each([
    [{}, 600],
    [{max_wait: '20m'}, 1200],
  ])('ends versions_wait with %j after %i seconds, and reports no error', async (more, seconds) => {
    await start();
    await agent.client.listTools();
    const given = {version_id: 'com.example.hoshi@latest', until: ['READY_FOR_SALE'], ...more};
    const result = await agent.call('versions_wait', given);
    expect(result).not.toHaveProperty('isError');
    expect(result.structuredContent).toMatchObject({reached: false, waitedSeconds: seconds});
  });

  test('ends builds_wait for a build that never appears, and reports no error', async () => {
    await start();
    await agent.client.listTools();
    const result = await agent.call('builds_wait', {app: 'com.example.boats', build_number: '999'});
    expect(result.structuredContent).toEqual({reached: false});
  });

  test('reports a conflict if versions_wait can never succeed', async () => {
    await start();
    const given = {version_id: 'com.example.second@latest', until: ['READY_FOR_SALE']};
    const result = await agent.call('versions_wait', given);
    expect(result.structuredContent).toMatchObject({kind: 'conflict', exitCode: 5});
    expect(textOf(result)).toContain('"reached":false');
  });
});

test('runs the reads of MCP calls in parallel', async () => {
  const {store} = await start();
  let underWay = 0;
  let most = 0;
  let letGo = () => {};
  const both = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  store.before = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay === 2) letGo();
    await both;
    underWay -= 1;
  };
  await Promise.all([agent.call('apps_list'), agent.call('apps_list', {limit: 1})]);
  expect(most).toBeGreaterThan(1);
});

test('parses the arguments of tool mcp like the arguments of other commands', async () => {
  expect(await runTool(['mcp', '--output', 'json'])).toMatchObject({code: 2, stdout: ''});
  expect(await runTool(['mcp', 'more'])).toMatchObject({code: 2, stdout: ''});
  expect(await runTool(['mcp', '--allow-writes=maybe'])).toMatchObject({code: 2});
  const onTerminal = await runTool(['mcp'], {tty: true});
  expect(onTerminal).toMatchObject({code: 0, stdout: '', stderr: expect.stringContaining('Ctrl+D ends it')});
  expect(await runTool(['mcp'], {stdin: ''})).toEqual({code: 0, stdout: '', stderr: '', waits: []});
});
