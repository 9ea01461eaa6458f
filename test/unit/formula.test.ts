import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formula-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

const TARGETS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

function formula(repository: string, targets: readonly string[]): string {
  const sums = join(folder, 'SHA256SUMS');
  const lines = targets.map((name, index) => `${String(index + 1).repeat(64)}  tool-${name}.tar.gz\n`);
  writeFileSync(sums, lines.join(''));
  return execFileSync(process.execPath, ['scripts/formula.mjs', repository, sums], {encoding: 'utf8', stdio: 'pipe'});
}

it('names the archives of this version in the Homebrew formula, each with its checksum', () => {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
  const text = formula('someone/tool', TARGETS);
  for (const [index, name] of TARGETS.entries()) {
    const url = `https://github.com/someone/tool/releases/download/v${version}/tool-${name}.tar.gz`;
    expect(text).toContain(`url "${url}"\n      sha256 "${String(index + 1).repeat(64)}"`);
  }
  expect(text).not.toContain('@');
});

it('refuses to write a formula without the checksum of every archive', () => {
  expect(() => formula('someone/tool', TARGETS.slice(1))).toThrow(/has no checksum of tool-darwin-arm64\.tar\.gz/);
  expect(() => formula('someone', TARGETS)).toThrow(/OWNER\/REPOSITORY/);
});
