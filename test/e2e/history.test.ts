import {execFile} from 'node:child_process';
import {appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {FIRST_WORDS, PROGRAM} from '../support/cli.ts';

const run = promisify(execFile);
let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'history-e2e-'));
  env = {PATH: process.env.PATH ?? '', HOME: home, TOOL_BYPASS_KEYCHAIN: '1'};
});
afterEach(() => rmSync(home, {recursive: true}));

const tool = (words: readonly string[], more: Record<string, string> = {}) =>
  run(PROGRAM, [...FIRST_WORDS, ...words], {env: {...env, ...more}, cwd: home});
const update = (copyright: string, more?: Record<string, string>) =>
  tool(
    ['--sandbox', 'versions', 'update', '--version-id', 'com.example.nearly@editable', '--copyright', copyright],
    more,
  );
const path = () => join(home, '.tool', 'history.ndjson');

test('logs one complete line for each of several simultaneous runs', async () => {
  await update('first');
  await Promise.all(['a', 'b', 'c', 'd'].map((text) => update(text)));
  const lines = readFileSync(path(), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(Array(5).fill('carried-out'));
  const {stdout} = await tool(['history', '--app', 'com.example.nearly', '--limit', '4', '--output', 'ndjson']);
  const printed = stdout.trim().split('\n');
  expect(printed.map((line) => JSON.parse(line).command.match(/--copyright (\w)/)[1]).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({target: 'sandbox', profile: 'sandbox'});
});

test('rotates a full log once when several runs write, and loses nothing', async () => {
  await update('first');
  const filler = `${JSON.stringify({at: new Date().toISOString(), action: 'filler', target: 'x', outcome: 'unknown', message: 'y'.repeat(900)})}\n`;
  appendFileSync(path(), filler.repeat(Math.floor((1024 * 1024 - statSync(path()).size) / filler.length)));
  await Promise.all(['a', 'b', 'c'].map((text) => update(text)));
  expect(statSync(path()).size).toBeLessThan(10_000);
  expect(statSync(`${path()}.1`).size).toBeLessThanOrEqual(1024 * 1024);
  const {stdout} = await run(PROGRAM, [...FIRST_WORDS, 'history'], {env, cwd: home, maxBuffer: 1e8});
  const actions = JSON.parse(stdout).data.map(({action}: {action: string}) => action);
  expect(actions.slice(0, 3)).toEqual(Array(3).fill('versions update'));
  expect(actions.at(-1)).toBe('versions update');
});

test('logs a write of a command that prints a line per step', async () => {
  const words = ['ship', '--app', 'com.example.boats', '--version', '2.0', '--until', 'submitted', '--confirm'];
  await tool(['--sandbox', ...words, '--output', 'ndjson']);
  const [line = ''] = readFileSync(path(), 'utf8').split('\n');
  expect(JSON.parse(line)).toMatchObject({action: 'ship', bundleId: 'com.example.boats', outcome: 'carried-out'});
});

test('records nothing with TOOL_HISTORY=off, and creates no log for reads', async () => {
  await update('x', {TOOL_HISTORY: 'off'});
  await tool(['--sandbox', 'versions', 'list', '--app', 'com.example.nearly']);
  expect(existsSync(path())).toBe(false);
  expect((await tool(['history'])).stdout).toBe('{"data":[]}\n');
});
