import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {createBrowser} from '../../../src/services/host/programs.ts';

const PAGE = 'https://example.test/keys?a=b&c=$(touch x);d';
let directory: string;
let seen: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tool-browser-'));
  seen = join(directory, 'seen');
  // With fake timers, a browser that fails late on a slow machine is not taken for one that stays open.
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, {recursive: true, force: true});
});

/** Creates a browser that records its arguments and environment, then runs `end`. */
function script(name: string, end: string): string {
  const path = join(directory, name);
  writeFileSync(
    path,
    `#!/bin/sh\n{ printf '%s\\n' "$@"; env; } > '${seen}.part'\nmv '${seen}.part' '${seen}'\n${end}\n`,
    {
      mode: 0o755,
    },
  );
  return path;
}
const open = (env: Record<string, string>, url = PAGE) =>
  createBrowser({PATH: process.env.PATH ?? '', ...env}, 'linux').open(url);
const lines = () => readFileSync(seen, 'utf8').split('\n');

test("passes the page to BROWSER as one argument, without the tool's variables", async () => {
  const env = {BROWSER: `${script('one', 'exit 0')} --new`, TOOL_PRIVATE_KEY: 'CANARY', LANG: 'C'};
  expect(await open(env)).toBe(true);
  expect(lines().slice(0, 2)).toEqual(['--new', PAGE]);
  expect(lines()).toContain('LANG=C');
  expect(readFileSync(seen, 'utf8')).not.toMatch(/CANARY|TOOL_/);
  expect(existsSync('x')).toBe(false);
});

test('replaces %s in BROWSER with the page', async () => {
  expect(await open({BROWSER: `${script('one', 'exit 0')} --url=%s --last`})).toBe(true);
  expect(lines().slice(0, 2)).toEqual([`--url=${PAGE}`, '--last']);
});

test('uses the first command in BROWSER that works', async () => {
  const [bad, good] = [script('bad', 'exit 3'), script('good', 'exit 0')];
  expect(await open({BROWSER: `${directory}/missing:${bad}:${good} --good`})).toBe(true);
  expect(lines()[0]).toBe('--good');
});

test('counts a browser that stays open as started', async () => {
  const opened = open({BROWSER: script('stays', `while [ -e '${seen}' ]; do sleep 0.1; done`)});
  await expect.poll(() => existsSync(seen)).toBe(true);
  vi.advanceTimersByTime(1500);
  expect(await opened).toBe(true);
});

test('reports that no browser could be started, and opens nothing but web pages', async () => {
  expect(await open({BROWSER: script('bad', 'exit 1')})).toBe(false);
  expect(await open({PATH: directory})).toBe(false);
  expect(await open({BROWSER: script('one', 'exit 0')}, 'file:///etc/passwd')).toBe(false);
  expect(await open({BROWSER: script('one', 'exit 0')}, '--version')).toBe(false);
});
