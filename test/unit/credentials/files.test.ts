import {execFileSync, spawn} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {createFiles} from '../../../src/services/host/files.ts';
import {abortingWhenAwaited} from '../../support/interruption.ts';

const files = createFiles();
let directory: string;
let umask: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tool-files-'));
  umask = process.umask();
});
afterEach(() => {
  rmSync(directory, {recursive: true, force: true});
});

const mode = (path: string) => statSync(path).mode & 0o777;
const text = async (promise: Promise<Uint8Array>) => Buffer.from(await promise).toString();

describe('an atomic write', () => {
  test('replaces content and mode, also of a file that others could read', async () => {
    const path = join(directory, 'config.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    await files.writeAtomic(path, 'new', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(mode(path)).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  test('replaces a symbolic link instead of writing through it', async () => {
    const target = join(directory, 'target');
    const path = join(directory, 'link');
    writeFileSync(target, 'precious');
    symlinkSync(target, path);
    await files.writeAtomic(path, 'new', 0o600);
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('leaves the old file and nothing else where it fails', async () => {
    const path = join(directory, 'directory');
    mkdirSync(path);
    await expect(files.writeAtomic(path, 'new', 0o600)).rejects.toMatchObject({code: 'EISDIR'});
    expect(readdirSync(directory)).toEqual(['directory']);
  });
});

test('a disk that fills up in the middle of a write leaves the old file', async (context) => {
  const disk = join(directory, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', disk], {stdio: 'ignore'});
  } catch {
    context.skip('a small file system cannot be mounted here');
  }
  try {
    const path = join(disk, 'config.json');
    await files.writeAtomic(path, 'old', 0o600);
    const error = await files.writeAtomic(path, 'x'.repeat(40_000), 0o600).catch((thrown) => thrown);
    expect(error).toMatchObject({code: 'ENOSPC'});
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(disk)).toEqual(['config.json']);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test.each([0o000, 0o077, 0o777])('modes are what they should be under umask %o', async (mask) => {
  const inner = join(directory, 'a');
  process.umask(mask);
  try {
    await files.makeDirectory(inner, 0o700);
    await files.writeAtomic(join(inner, 'f'), 'x', 0o600);
  } finally {
    process.umask(umask);
  }
  expect([mode(inner), mode(join(inner, 'f'))]).toEqual([0o700, 0o600]);
});

test('a directory is made with its parents', async () => {
  const path = join(directory, 'one', 'two', 'three');
  await files.makeDirectory(path, 0o700);
  expect(mode(path)).toBe(0o700);
});

test('below a file no directory is made', async () => {
  writeFileSync(join(directory, 'file'), '');
  await expect(files.makeDirectory(join(directory, 'file', 'a'), 0o700)).rejects.toMatchObject({code: 'ENOTDIR'});
  await expect(files.makeDirectory(join(directory, 'file'), 0o700)).rejects.toMatchObject({code: 'EEXIST'});
});

test.skipIf(!existsSync('/proc/self'))(
  'where no directory can be made it is an error, and does not go on for ever',
  async () => {
    await expect(files.makeDirectory('/proc/none/deeper', 0o700)).rejects.toMatchObject({code: 'ENOENT'});
  },
);

test('a directory that is there already gets its mode too', async () => {
  const path = join(directory, 'open');
  mkdirSync(path);
  chmodSync(path, 0o755);
  await files.makeDirectory(path, 0o700);
  expect(mode(path)).toBe(0o700);
});

describe('reading', () => {
  test('stops at its limit', async () => {
    const path = join(directory, 'big');
    writeFileSync(path, 'x'.repeat(200_000));
    await expect(files.read(path, {maxBytes: 100_000})).rejects.toMatchObject({code: 'EFBIG'});
    await expect(files.read('/dev/zero', {maxBytes: 100_000})).rejects.toMatchObject({code: 'EFBIG'});
    expect((await files.read(path, {maxBytes: 200_000})).length).toBe(200_000);
  });

  test('a pipe waits for its writer', async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    const reading = text(files.read(path));
    const writer = spawn('sh', ['-c', `printf one > '${path}'`], {stdio: 'ignore'});
    expect(await reading).toBe('one');
    writer.kill();
  });

  test('a pipe that nobody writes to ends with the signal', async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    const controller = new AbortController();
    const reading = files.read(path, {signal: controller.signal});
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('a directory and what is not there fail with their codes', async () => {
    await expect(files.read(directory)).rejects.toMatchObject({code: 'EISDIR'});
    await expect(files.read(join(directory, 'no'))).rejects.toMatchObject({code: 'ENOENT'});
    expect(await files.lstat(join(directory, 'no'))).toBeUndefined();
    expect(await files.lstat(join(directory, 'no', 'where'))).toBeUndefined();
  });
});

describe('a lock', () => {
  test('lets one in at a time', async () => {
    const path = join(directory, 'config.json');
    let inside = 0;
    let most = 0;
    const work = () =>
      files.withLock(path, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      });
    await Promise.all(Array.from({length: 8}, work));
    expect(most).toBe(1);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('of a process that is gone is taken over', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(await files.withLock(path, async () => 'in')).toBe('in');
  });

  test('is not waited for once the signal has come', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const controller = new AbortController();
    const waiting = files.withLock(path, async () => 'in', controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('that is waited for already ends with the reason of the signal', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const signal = abortingWhenAwaited(new Error('enough'));
    await expect(files.withLock(path, async () => 'in', signal)).rejects.toThrow('enough');
  });

  test('is let go when the work fails', async () => {
    const path = join(directory, 'config.json');
    await expect(files.withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await files.withLock(path, async () => 'in')).toBe('in');
  });
});

test('a directory on a drive that is not there cannot be made', async () => {
  const missing = Object.assign(new Error('no such file or directory'), {code: 'ENOENT'});
  const [mkdir, stat] = [vi.spyOn(promises, 'mkdir'), vi.spyOn(promises, 'stat')];
  for (const one of [mkdir, stat]) one.mockRejectedValue(missing);
  syncBuiltinESMExports();
  try {
    await expect(files.makeDirectory('/a/b', 0o700)).rejects.toBe(missing);
    expect(mkdir.mock.calls.map(([path]) => path)).toEqual(['/a/b', '/a', '/']);
  } finally {
    mkdir.mockRestore();
    stat.mockRestore();
    syncBuiltinESMExports();
  }
});
