import {once} from 'node:events';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {afterEach, describe, expect, test} from 'vitest';
import type {Result} from '../support/agent.ts';
import {FIRST_WORDS, outcomeOf, PROGRAM, startCli} from '../support/cli.ts';
import {TempHome} from '../support/temp-home.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function newHome() {
  const home = new TempHome();
  closing.push(() => home.remove());
  return home.path;
}

async function connect(...argv: string[]) {
  const env = {PATH: process.env.PATH ?? '', HOME: newHome(), TOOL_SANDBOX: '1'};
  const transport = new StdioClientTransport({
    command: PROGRAM,
    args: [...FIRST_WORDS, 'mcp', ...argv],
    env,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  const client = new Client({name: 'e2e', version: '1'});
  const problems: Error[] = [];
  client.onerror = (error) => problems.push(error);
  await client.connect(transport);
  closing.push(() => client.close());
  const call = async (name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({name, arguments: given}, undefined, {timeout: 600_000})) as Result;
  const confirm = async (name: string, given: Record<string, unknown>) => {
    const {confirmation} = (await call(name, given)).structuredContent;
    return call(name, {...given, confirmation});
  };
  return {client, call, confirm, problems, stderr: () => stderr};
}

const READY = {version_id: 'com.example.boats@editable'};

test('returns a result that matches its schema from every read-only MCP tool', async () => {
  const {client, call, problems} = await connect();
  const {tools} = await client.listTools();
  const given: Record<string, Record<string, unknown>> = {
    auth_status: {verbose: true},
    auth_doctor: {},
    apps_list: {limit: 3},
    versions_list: {app: 'com.example.aurora', platform: ['IOS'], limit: 2},
    versions_view: {...READY, include_build: true, include_submission: true, include: ['customerReviews']},
    versions_check: READY,
    versions_history: {version_id: 'com.example.second@latest'},
    versions_wait: {version_id: 'com.example.boats@live', until: ['READY_FOR_SALE']},
    builds_list: {app: 'com.example.boats', state: ['VALID']},
    builds_wait: {app: 'com.example.boats', build_number: '21'},
    release_notes_list: READY,
    phased_release_view: {version_id: 'com.example.steps@live'},
  };
  expect(tools.map(({name}) => name).sort()).toEqual(Object.keys(given).sort());
  for (const {name} of tools) expect(await call(name, given[name]), name).not.toHaveProperty('isError');
  expect(problems).toEqual([]);
});

test('prints no warning of Node while release_notes_set writes forty locales', async () => {
  const {client, confirm, stderr} = await connect('--allow-writes');
  const given = {version_id: 'com.example.tongues@editable', text: 'Small things.'};
  const {structuredContent} = await confirm('release_notes_set', given);
  expect(structuredContent.updated).toHaveLength(40);
  await client.close();
  expect(stderr()).not.toContain('Warning');
});

test('shows the plan of every MCP tool that writes, then executes the plan', async () => {
  const {client, call, confirm, problems} = await connect('--allow-writes');
  const {tools} = await client.listTools();
  const steps: [string, Record<string, unknown>, object][] = [
    ['versions_create', {app: 'com.example.shelf', version: '1.0'}, {state: 'PREPARE_FOR_SUBMISSION'}],
    ['versions_update', {version_id: 'com.example.shelf@1.0', copyright: 'Us'}, {versionString: '1.0'}],
    ['versions_delete', {version_id: 'com.example.shelf@1.0'}, {deleted: true}],
    ['versions_attach_build', {version_id: 'com.example.second@editable', build: 'latest'}, {attached: true}],
    ['builds_update', {build_id: 'BUILD', uses_encryption: false}, {attributes: {usesEncryption: false}}],
    ['release_notes_set', {...READY, text: 'Small things.'}, {failed: []}],
    ['release_notes_copy', {version_id: 'com.example.nearly@editable', from: 'com.example.nearly@live'}, {failed: []}],
    ['phased_release_enable', READY, {state: 'INACTIVE'}],
    ['phased_release_disable', READY, {state: null}],
    ['versions_submit', READY, {state: 'WAITING_FOR_REVIEW'}],
    ['versions_withdraw', {version_id: 'com.example.boats@2.0'}, {state: 'DEVELOPER_REJECTED'}],
    ['versions_release', {version_id: 'com.example.aurora@approved'}, {releaseRequestId: expect.any(String)}],
    ['phased_release_resume', {version_id: 'com.example.brake@live'}, {state: 'ACTIVE'}],
    ['phased_release_complete', {version_id: 'com.example.brake@live'}, {state: 'COMPLETE'}],
    ['ship', {version_id: 'com.example.tongues@editable', until: 'submitted'}, {reached: true}],
  ];
  const listed = await call('builds_list', {app: 'com.example.cipher', state: ['VALID']});
  const open = listed.structuredContent.data.find((one: {attributes: object}) => !('usesEncryption' in one.attributes));
  for (const [name, given, expected] of steps) {
    const input = {...given, ...(given.build_id === 'BUILD' && {build_id: open.id})};
    const result = await confirm(name, input);
    expect(result.structuredContent, name).toMatchObject(expected);
    expect(result, name).not.toHaveProperty('isError');
  }
  const paused = await call('phased_release_pause', {version_id: 'com.example.steps@live'});
  expect(paused.structuredContent).toMatchObject({state: 'PAUSED'});
  const writing = tools.filter(({annotations}) => !annotations?.readOnlyHint).map(({name}) => name);
  expect(writing.sort()).toEqual([...steps.map(([name]) => name), 'phased_release_pause'].sort());
  expect(problems).toEqual([]);
});

describe('the process of the MCP server', () => {
  const start = (...argv: string[]) => {
    const child = startCli(['mcp', ...argv], {env: {HOME: newHome(), TOOL_SANDBOX: '1'}, stdin: 'pipe'});
    const send = (message: object) => child.stdin?.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
    return {child, send, outcome: outcomeOf(child)};
  };
  const call = (id: number, name: string, given: object) => ({
    id,
    method: 'tools/call',
    params: {name, arguments: given},
  });

  test('answers every MCP request received before the end of stdin, then exits with 0', async () => {
    const {child, send, outcome} = start();
    send(call(1, 'versions_view', READY));
    send(call(2, 'versions_release', READY));
    child.stdin?.write('{"broken');
    child.stdin?.end();
    const {code, stdout, stderr} = await outcome;
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({id, error}) => id ?? error.code).sort()).toEqual([-32700, 1, 2]);
    expect(answers.find(({id}) => id === 2).result).toMatchObject({isError: true});
  });

  test('exits the MCP server at once if stdin ends before any request', async () => {
    const {child, outcome} = start();
    child.stdin?.end();
    expect(await outcome).toMatchObject({code: 0, stdout: '', stderr: ''});
  });

  test('stops every wait when the MCP client disconnects', async () => {
    const {child, send, outcome} = start();
    send(call(1, 'versions_wait', {...READY, until: ['READY_FOR_SALE'], max_wait: '24h'}));
    await once(child.stderr as NodeJS.ReadableStream, 'data');
    child.stdin?.end();
    expect((await outcome).code).toBe(0);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('stops the MCP server on %s', async (signal, code) => {
    const {child, send, outcome} = start();
    send({id: 1, method: 'ping'});
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill(signal);
    expect((await outcome).code).toBe(code);
  });

  test('exits the MCP server quietly if nobody reads its answers', async () => {
    const {child, send, outcome} = start();
    send({id: 1, method: 'ping'});
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.stdout?.destroy();
    for (let id = 2; id < 50; id += 1) send({id, method: 'ping'});
    expect(await outcome).toMatchObject({code: 0, stderr: ''});
  });
});
