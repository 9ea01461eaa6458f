import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {locate} from '../../../src/services/credentials/config.ts';
import {createFiles} from '../../../src/services/host/files.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tool-locate-')));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

function put(path: string, content = '{}'): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), {recursive: true});
  writeFileSync(whole, content);
  return whole;
}
function make(path: string): string {
  mkdirSync(join(home, path), {recursive: true});
  return join(home, path);
}
const from = (cwd: string, more: object = {}) => locate({files: createFiles(), cwd: join(home, cwd), home, ...more});

test('finds a local config from anywhere in its repository', async () => {
  const path = put('repo/.tool/config.json');
  make('repo/.git');
  make('repo/a/b');
  for (const cwd of ['repo', 'repo/a', 'repo/a/b']) {
    expect(await from(cwd)).toEqual({
      globalPath: join(home, '.tool/config.json'),
      localPaths: [path],
      localTarget: path,
      repository: join(home, 'repo'),
    });
  }
});

test('uses the nearest local config inside the repository', async () => {
  put('.tool/config.json');
  put('outer/.tool/config.json');
  make('outer/repo/.git');
  make('outer/repo/x');
  expect((await from('outer/repo/x')).localPaths).toEqual([]);
  const root = put('outer/repo/.tool/config.json');
  const near = put('outer/repo/x/.tool/config.json');
  expect(await from('outer/repo/x')).toMatchObject({localPaths: [near, root], localTarget: root});
  expect((await from('outer/repo')).localPaths).toEqual([root]);
});

test('recognises a worktree, whose .git is a file, as a repository', async () => {
  put('tree/.git', 'gitdir: elsewhere');
  make('tree/x');
  expect(await from('tree/x')).toMatchObject({localTarget: join(home, 'tree/.tool/config.json')});
});

test('looks only in the working directory if that is outside a repository', async () => {
  const path = put('plain/.tool/config.json');
  make('plain/x');
  expect((await from('plain')).localPaths).toEqual([path]);
  expect(await from('plain/x')).toEqual({
    globalPath: join(home, '.tool/config.json'),
    localPaths: [],
    localTarget: join(home, 'plain/x/.tool/config.json'),
    repository: undefined,
  });
});

test('does not use the global config in the home directory as a local config, even through a link', async () => {
  const path = put('.tool/config.json');
  make('.git');
  make('src');
  const link = `${home}-link`;
  symlinkSync(home, link);
  try {
    for (const known of [home, link]) {
      for (const cwd of ['.', 'src']) {
        const found = await from(cwd, {home: known});
        expect(found.localPaths).toEqual([]);
        expect(found.localTarget).toBe(join(known, '.tool/config.json'));
        expect(found.globalPath).toBe(join(known, '.tool/config.json'));
      }
    }
    expect(path).toBe(join(home, '.tool/config.json'));
  } finally {
    rmSync(link);
  }
});

test('ignores local configs if the config directory is given, as in the sandbox', async () => {
  put('repo/.tool/config.json');
  make('repo/.git');
  expect(await from('repo', {configDirectory: join(home, 'own')})).toEqual({
    globalPath: join(home, 'own/config.json'),
    localPaths: [],
  });
});
