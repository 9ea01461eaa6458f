import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {keptAppIds, recentApps} from '../../../src/app/session/recent-apps.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {createFiles} from '../../../src/services/host/files.ts';
import type {Host} from '../../../src/services/ports.ts';

test.each([
  [{}, false, true],
  [{TOOL_NO_PROFILE: ' 1 '}, false, false],
  // The sandbox has its own recent apps, which TOOL_NO_PROFILE does not turn off.
  [{TOOL_NO_PROFILE: '1'}, true, true],
])('decides whether the recent apps are used with %j (sandbox: %s): %s', async (env, sandbox, counts) => {
  const directory = mkdtempSync(join(tmpdir(), 'tool-recent-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const path = join(directory, 'recent-apps.json');
  writeFileSync(path, '["7"]');
  const credentials = async () => ({toolDirectory: async () => directory});
  const session = {globals: {sandbox}, credentials} as unknown as Session;
  const host = {env, files: createFiles()} as unknown as Host;
  await recentApps(session, host)('42');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(counts ? ['42', '7'] : ['7']);
});

test('writes no recent apps into the folder of another user', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tool-recent-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const credentials = async () => ({toolDirectory: async () => directory});
  const session = {globals: {}, credentials} as unknown as Session;
  const {uid} = statSync(directory);
  const host = (user: number) => ({env: {}, files: createFiles(), user: {uid: user, gid: 0}}) as unknown as Host;
  await recentApps(session, host(uid + 1))('42');
  await keptAppIds(session, host(uid + 1), 'https://store.test').keep('com.example.app', '42');
  expect(readdirSync(directory)).toEqual([]);
  await keptAppIds(session, host(uid), 'https://store.test').keep('com.example.app', '42');
  expect(readdirSync(directory)).toEqual(['app-ids.json']);
});
