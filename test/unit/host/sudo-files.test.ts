import {chownSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished, vi} from 'vitest';
import {createFiles} from '../../../src/services/host/files.ts';

const files = createFiles();

/** Only root can play another user. */
it.runIf(process.geteuid?.() === 0).each([
  ['1000', 1000],
  ['1001', 0],
  [undefined, 0],
])('gives files that root creates in the folder of user 1000, with SUDO_UID %s, to user %i', async (caller, owner) => {
  const home = mkdtempSync(join(tmpdir(), 'sudo-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  vi.stubEnv('SUDO_UID', caller);
  onTestFinished(() => void vi.unstubAllEnvs());
  chownSync(home, 1000, 1000);
  await files.makeDirectory(join(home, 'a', 'b'), 0o700);
  await files.writeAtomic(join(home, 'a', 'b', 'c'), 'x', 0o600);
  const owners = ['a', 'a/b', 'a/b/c'].map((path) => statSync(join(home, path)).uid);
  expect(owners).toEqual([owner, owner, owner]);
  expect(statSync(join(home, 'a/b/c')).mode & 0o777).toBe(0o600);
});
