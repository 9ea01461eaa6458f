// The targets of the executables, and the Bun for each of them.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** @typedef {{package: string, program: string}} Target the npm package that contains Bun, and its path there */

/** @type {Readonly<Record<string, Target>>} */
export const TARGETS = {
  'linux-x64': {package: '@oven/bun-linux-x64', program: 'bin/bun'},
  'linux-arm64': {package: '@oven/bun-linux-aarch64', program: 'bin/bun'},
  'darwin-arm64': {package: '@oven/bun-darwin-aarch64', program: 'bin/bun'},
  'darwin-x64': {package: '@oven/bun-darwin-x64', program: 'bin/bun'},
  'windows-x64': {package: '@oven/bun-windows-x64', program: 'bin/bun.exe'},
};

const PLATFORMS = /** @type {Record<string, string>} */ ({win32: 'windows'});

/** The target for this machine. */
export const OWN_TARGET = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;

/**
 * Returns the path of the pinned compiler, which is Bun for this machine. The install script of the package `bun` may
 * have moved it there.
 */
export function compiler() {
  const {package: name, program} = /** @type {Target} */ (TARGETS[OWN_TARGET]);
  const own = resolve('node_modules', name, program);
  return existsSync(own) ? own : resolve('node_modules/bun/bin/bun.exe');
}

const KEPT = 'node_modules/.cache/bun';

/**
 * Returns Bun for a target, after checking npm's package against package-lock.json. The compiler would download it
 * without any check.
 * @param {string} name @returns {string} its path
 */
export function bunFor(name) {
  if (name === OWN_TARGET) return compiler();
  const target = /** @type {Target} */ (TARGETS[name]);
  const {version, integrity} = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[
    `node_modules/${target.package}`
  ];
  const folder = join(KEPT, `${name}-${version}`);
  const program = join(folder, 'package', target.program);
  if (existsSync(program)) return program;
  mkdirSync(KEPT, {recursive: true});
  const work = mkdtempSync(join(KEPT, 'new-'));
  try {
    const words = ['pack', `${target.package}@${version}`, '--pack-destination', work, '--silent'];
    const options = /** @type {const} */ ({encoding: 'utf8', shell: process.platform === 'win32'});
    const packed = join(work, execFileSync('npm', words, options).trim());
    const found = `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${target.package} is not the file that package-lock.json names`);
    execFileSync('tar', ['-xzf', packed, '-C', work]);
    rmSync(packed);
    rmSync(folder, {recursive: true, force: true});
    renameSync(work, folder);
    return program;
  } finally {
    rmSync(work, {recursive: true, force: true});
  }
}
