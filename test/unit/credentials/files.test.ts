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
  test('replaces content and mode of a file atomically, even if others could read the old file', async () => {
    const path = join(directory, 'config.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    await files.writeAtomic(path, 'new', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(mode(path)).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  test('replaces a symbolic link instead of writing through the link', async () => {
    const target = join(directory, 'target');
    const path = join(directory, 'link');
    writeFileSync(target, 'precious');
    symlinkSync(target, path);
    await files.writeAtomic(path, 'new', 0o600);
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('leaves only the old file if an atomic write fails', async () => {
    const path = join(directory, 'directory');
    mkdirSync(path);
    await expect(files.writeAtomic(path, 'new', 0o600)).rejects.toMatchObject({code: 'EISDIR'});
    expect(readdirSync(directory)).toEqual(['directory']);
  });
});

test('never exposes a file to other users during a write, not even while empty', async () => {
  const {open} = promises;
  const modes: number[] = [];
  const opening = vi.spyOn(promises, 'open').mockImplementation(async (...words) => {
    const file = await open(...words);
    modes.push((await file.stat()).mode & 0o777);
    return file;
  });
  syncBuiltinESMExports();
  process.umask(0);
  try {
    await files.writeAtomic(join(directory, 'key.p8'), 'secret', 0o600);
  } finally {
    process.umask(umask);
    opening.mockRestore();
    syncBuiltinESMExports();
  }
  expect(modes[0]).toBe(0o600);
});

test('keeps the old file if the disk fills up during a write', async (context) => {
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

test.each([0o000, 0o077, 0o777])('sets the right modes under umask %o', async (mask) => {
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

test('creates a directory with its missing parents', async () => {
  const path = join(directory, 'one', 'two', 'three');
  await files.makeDirectory(path, 0o700);
  expect(mode(path)).toBe(0o700);
});

test("changes no file's mode through a link", async () => {
  const [folder, file] = [join(directory, 'theirs'), join(directory, 'theirs.txt')];
  mkdirSync(folder);
  writeFileSync(file, '');
  for (const path of [folder, file]) {
    chmodSync(path, 0o755);
    symlinkSync(path, `${path}.link`);
    await expect(files.chmod(`${path}.link`, 0o600)).rejects.toThrow('it is a link');
  }
  await files.makeDirectory(`${folder}.link`, 0o700);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o755, 0o755]);
});

test('changes the mode of a file that its owner cannot read', async () => {
  const path = join(directory, 'unreadable');
  writeFileSync(path, '', {mode: 0o200});
  await files.chmod(path, 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('refuses to create a directory if its path or its parent is a file', async () => {
  writeFileSync(join(directory, 'file'), '');
  await expect(files.makeDirectory(join(directory, 'file', 'a'), 0o700)).rejects.toMatchObject({code: 'ENOTDIR'});
  await expect(files.makeDirectory(join(directory, 'file'), 0o700)).rejects.toMatchObject({code: 'EEXIST'});
});

test.skipIf(!existsSync('/proc/self'))('fails, and does not try forever, if no directory can be created', async () => {
  await expect(files.makeDirectory('/proc/none/deeper', 0o700)).rejects.toMatchObject({code: 'ENOENT'});
});

test('creates no directory on a missing drive, and does not try forever', async () => {
  const missing = () => Promise.reject(Object.assign(new Error('missing'), {code: 'ENOENT'}));
  let tries = 0;
  const mkdir = vi.spyOn(promises, 'mkdir').mockImplementation(() => {
    tries += 1;
    return tries > 20 ? Promise.reject(new Error('for ever')) : missing();
  });
  const stat = vi.spyOn(promises, 'stat').mockImplementation(missing);
  syncBuiltinESMExports();
  try {
    await expect(files.makeDirectory('/z/a/b', 0o700)).rejects.toMatchObject({code: 'ENOENT'});
    expect(tries).toBe(4);
  } finally {
    mkdir.mockRestore();
    stat.mockRestore();
    syncBuiltinESMExports();
  }
});

test('finds leftovers of interrupted writes by their names, and no other file', async () => {
  const left = ['config.json.0123456789ab.tmp', 'AuthKey_K.p8.abcdefabcdef.tmp'];
  for (const name of [...left, 'config.json', 'config.json.tmp', 'x.0123456789AB.tmp', 'x.0123456789ab.tmp.bak']) {
    writeFileSync(join(directory, name), '');
  }
  expect((await files.leftovers(directory)).sort()).toEqual(left.map((name) => join(directory, name)).sort());
  expect(await files.leftovers(join(directory, 'none'))).toEqual([]);
  expect(await files.leftovers(join(directory, 'config.json'))).toEqual([]);
});

test('finds the temporary file that a killed write leaves', async () => {
  const renaming = vi.spyOn(promises, 'rename').mockImplementation(() => new Promise(() => {}));
  syncBuiltinESMExports();
  try {
    files.writeAtomic(join(directory, 'config.json'), 'secret', 0o600).catch(() => {});
    await expect.poll(() => renaming.mock.calls.length).toBeGreaterThan(0);
  } finally {
    renaming.mockRestore();
    syncBuiltinESMExports();
  }
  const [name = '', ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(readFileSync(join(directory, name), 'utf8')).toBe('secret');
  expect(await files.leftovers(directory)).toEqual([join(directory, name)]);
});

test('sets the mode of a directory that exists already', async () => {
  const path = join(directory, 'open');
  mkdirSync(path);
  chmodSync(path, 0o755);
  await files.makeDirectory(path, 0o700);
  expect(mode(path)).toBe(0o700);
});

describe('a read', () => {
  test('stops reading a file at the size limit', async () => {
    const path = join(directory, 'big');
    writeFileSync(path, 'x'.repeat(200_000));
    await expect(files.read(path, {maxBytes: 100_000})).rejects.toMatchObject({code: 'EFBIG'});
    await expect(files.read('/dev/zero', {maxBytes: 100_000})).rejects.toMatchObject({code: 'EFBIG'});
    expect((await files.read(path, {maxBytes: 200_000})).length).toBe(200_000);
  });

  test("waits for a pipe's writer when reading the pipe", async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    const reading = text(files.read(path));
    const writer = spawn('sh', ['-c', `printf one > '${path}'`], {stdio: 'ignore'});
    expect(await reading).toBe('one');
    writer.kill();
  });

  test('obeys an abort signal while waiting for a pipe without a writer', async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    const controller = new AbortController();
    const reading = files.read(path, {signal: controller.signal});
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test("rejects a read of a directory or a missing file with the system's error code", async () => {
    await expect(files.read(directory)).rejects.toMatchObject({code: 'EISDIR'});
    await expect(files.read(join(directory, 'no'))).rejects.toMatchObject({code: 'ENOENT'});
    expect(await files.lstat(join(directory, 'no'))).toBeUndefined();
    expect(await files.lstat(join(directory, 'no', 'where'))).toBeUndefined();
  });
});

test('does not follow a link or wait for a pipe in a plain read', async () => {
  const path = join(directory, 'file');
  writeFileSync(path, 'text');
  expect(await text(files.read(path, {plain: true}))).toBe('text');
  symlinkSync(path, join(directory, 'link'));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  await expect(files.read(join(directory, 'link'), {plain: true})).rejects.toMatchObject({code: 'ELOOP'});
  await expect(files.read(join(directory, 'pipe'), {plain: true})).rejects.toMatchObject({code: 'EINVAL'});
});

describe('a lock', () => {
  test('gives a lock to one holder at a time', async () => {
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

  test('takes over the lock of a process that has ended', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const longAgo = new Date(Date.now() - 10_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(await files.withLock(path, async () => 'in')).toBe('in');
  });

  test('gives up on a lock that stays busy', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(80_000);
    try {
      await expect(files.withLock(path, async () => 'in')).rejects.toMatchObject({code: 'ELOCKED'});
    } finally {
      now.mockRestore();
    }
  });

  test('does not wait for a lock after an abort', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const controller = new AbortController();
    const waiting = files.withLock(path, async () => 'in', controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('ends a wait for a lock with the reason of the signal', async () => {
    const path = join(directory, 'config.json');
    mkdirSync(`${path}.lock`);
    const signal = abortingWhenAwaited(new Error('enough'));
    await expect(files.withLock(path, async () => 'in', signal)).rejects.toThrow('enough');
  });

  test('releases a lock if the work fails', async () => {
    const path = join(directory, 'config.json');
    await expect(files.withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await files.withLock(path, async () => 'in')).toBe('in');
  });
});

test('tries each parent of a directory on a missing drive only once, then fails', async () => {
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
