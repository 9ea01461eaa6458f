import {spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {CLI, outcomeOf, runCli} from '../support/cli.ts';

/** Stands in for keytar: records that it was loaded, and blocks while the file `wait` exists. */
const PLANTED = `
const {existsSync, writeFileSync} = require('node:fs');
writeFileSync(__dirname + '/loaded', '');
while (existsSync(__dirname + '/wait')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
module.exports = {getPassword: async () => 'secret', setPassword: async () => {}, deletePassword: async () => true};
`;

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-helper-')));
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

/**
 * Copies the built package.
 * @returns its directory
 */
function install(...path: string[]): string {
  const own = join(root, ...path);
  cpSync(dirname(CLI), join(own, 'dist'), {recursive: true});
  return own;
}

/**
 * Puts the stand-in for keytar into a directory.
 * @returns a function that reports whether the stand-in was loaded
 */
function plant(...path: string[]): () => boolean {
  const folder = join(root, ...path, 'keytar');
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'package.json'), '{"name": "keytar", "main": "index.js"}');
  writeFileSync(join(folder, 'index.js'), PLANTED);
  return () => existsSync(join(folder, 'loaded'));
}

function startHelper(own: string, cwd = root) {
  const env = {PATH: process.env.PATH, HOME: root, NODE_PATH: join(root, 'node_modules')};
  const child = spawn(process.execPath, [join(own, 'dist', 'keychain-helper.js')], {env, cwd});
  child.stdin.write('{"operation":"check","interactive":false}\n');
  return {child, ended: outcomeOf(child)};
}

async function reasonOf(own: string, cwd?: string): Promise<string> {
  const {stdout} = await startHelper(own, cwd).ended;
  return JSON.parse(stdout).reason ?? '';
}

const NOT_INSTALLED = 'is not available: the library for it (keytar) is not installed';

it("loads no keychain library from parent folders, the current folder or Node's global folders", async () => {
  const own = install('above', 'project', 'tool');
  const cwd = join(root, 'elsewhere');
  const planted = [
    plant('node_modules'),
    plant('above', 'node_modules'),
    plant('above', 'project', 'node_modules'),
    plant('above', 'project'),
    plant('elsewhere', 'node_modules'),
    plant('.node_modules'),
    plant('.node_libraries'),
  ];
  expect(await reasonOf(own, cwd)).toBe(NOT_INSTALLED);
  const {code, stdout} = await runCli(['auth', 'doctor'], {cli: join(own, 'dist', 'cli.js'), cwd, env: {HOME: root}});
  expect({code, stdout}).toEqual({code: 0, stdout: expect.stringContaining(NOT_INSTALLED)});
  expect(planted.map((isLoaded) => isLoaded())).toEqual(planted.map(() => false));
});

it("loads no keychain library from a node_modules folder above the package's own", async () => {
  const own = install('project', 'node_modules', 'tool');
  const isLoaded = plant('node_modules');
  expect(await reasonOf(own)).toBe(NOT_INSTALLED);
  expect(isLoaded()).toBe(false);
});

it.each([
  ['below its package', ['tool'], ['tool', 'node_modules']],
  ['below its package in node_modules', ['node_modules', 'tool'], ['node_modules', 'tool', 'node_modules']],
  ['beside its package', ['project', 'node_modules', 'tool'], ['project', 'node_modules']],
])('loads a keychain library that was installed %s', async (_, own, place) => {
  const isLoaded = plant(...place);
  expect(await reasonOf(install(...own))).not.toBe(NOT_INSTALLED);
  expect(isLoaded()).toBe(true);
});

it('opens no inspector in the helper on SIGUSR1', async () => {
  const own = install('tool');
  const isLoaded = plant('tool', 'node_modules');
  const waiting = join(root, 'tool', 'node_modules', 'keytar', 'wait');
  writeFileSync(waiting, '');
  const {child, ended} = startHelper(own);
  await expect.poll(isLoaded).toBe(true);
  child.kill('SIGUSR1');
  rmSync(waiting);
  const {stdout, stderr} = await ended;
  expect(JSON.parse(stdout)).toHaveProperty('ok');
  expect(stderr).toBe('');
});
