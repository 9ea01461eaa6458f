import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../../src/services/host/files.ts';

const files = createFiles();
const OPTIONS = {mode: 0o600, maxBytes: 1000};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'append-'));
  path = join(folder, 'log');
});
afterEach(() => rmSync(folder, {recursive: true}));

const lines = (at = path) => readFileSync(at, 'utf8').split('\n').slice(0, -1);

test('creates a missing log so that only its owner can read it', async () => {
  await files.appendLine(path, 'one', OPTIONS);
  await files.appendLine(path, 'two', OPTIONS);
  expect(lines()).toEqual(['one', 'two']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("removes other users' access to a log", async () => {
  writeFileSync(path, 'old\n');
  chmodSync(path, 0o644);
  await files.appendLine(path, 'new', OPTIONS);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('starts a new line in a log after a line that an interruption has cut off', async () => {
  appendFileSync(path, 'whole\nto');
  await files.appendLine(path, 'next', OPTIONS);
  expect(lines()).toEqual(['whole', 'to', 'next']);
});

test('keeps every line of a log whole when many runs write at once, and loses none', async () => {
  const texts = Array.from({length: 200}, (_, index) => `${index} ${'x'.repeat(index)}`);
  await Promise.all(texts.map((text) => files.appendLine(path, text, {...OPTIONS, maxBytes: 1_000_000})));
  expect(lines().sort()).toEqual([...texts].sort());
});

test('rotates a log that would grow too large', async () => {
  for (let index = 0; index < 30; index += 1) await files.appendLine(path, `${index} ${'x'.repeat(90)}`, OPTIONS);
  expect(statSync(path).size).toBeLessThanOrEqual(1000);
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(1000);
  const kept = [...lines(`${path}.1`), ...lines()].map((line) => Number(line.split(' ')[0]));
  expect(kept).toEqual(kept.map((_, index) => 30 - kept.length + index));
  expect(lines().at(-1)).toContain('29 ');
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('rotates a full log only once when many runs write at once', async () => {
  writeFileSync(path, `${'o'.repeat(950)}\n`);
  const texts = Array.from({length: 8}, (_, index) => `${index} ${'x'.repeat(80)}`);
  await Promise.all(texts.map((text) => files.appendLine(path, text, OPTIONS)));
  expect(lines(`${path}.1`)[0]).toMatch(/^o+$/);
  expect([...lines(`${path}.1`).slice(1), ...lines()].sort()).toEqual(texts);
});

describe('a log that is not a plain file', () => {
  const refused = () => expect(files.appendLine(path, 'line', OPTIONS)).rejects.toMatchObject({code: 'EFOREIGN'});

  test('does not append to a log through a link, even if nothing exists at its target', async () => {
    const target = join(folder, 'target');
    symlinkSync(target, path);
    await refused();
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, 'theirs');
    await refused();
    expect(readFileSync(target, 'utf8')).toBe('theirs');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  test('does not append to a log that is a hard link to another file', async () => {
    writeFileSync(join(folder, 'other'), 'other');
    linkSync(join(folder, 'other'), path);
    await refused();
    expect(readFileSync(path, 'utf8')).toBe('other');
  });

  test('does not append to a pipe in place of the log', async () => {
    execFileSync('mkfifo', [path]);
    await refused();
  });

  test('does not append to a folder in place of the log', async () => {
    mkdirSync(path);
    await expect(files.appendLine(path, 'line', OPTIONS)).rejects.toMatchObject({code: 'EISDIR'});
  });
});
