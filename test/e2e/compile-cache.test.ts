import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {cachePath} from '../../scripts/build/load.cjs';
import {type CliOptions, runCli} from '../support/cli.ts';

/** A script to preload into the tool. It reports on stderr whether V8 accepted the compiled form of the bundle. */
const PROBE = `
const vm = require('node:vm');
const {writeSync} = require('node:fs');
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    writeSync(2, !options.cachedData ? 'none' : this.cachedDataRejected ? 'rejected' : 'accepted');
  }
};
`;
/** Makes the tool choose the bundle that contains the app. */
const ON_TERMINAL = "require('node:tty').isatty = () => true;";
/** Compiles code that is as long as a bundle, because V8 compares nothing but the length. */
const FOREIGN = `
const {readFileSync, writeFileSync} = require('node:fs');
const [bundle, cache] = process.argv.slice(1);
const source = '(async()=>{process.stdout.write("foreign code")})'.padEnd(readFileSync(bundle, 'latin1').length);
const script = new (require('node:vm').Script)(source, {filename: 'foreign'});
script.runInThisContext()();
writeFileSync(cache, script.createCachedData());
`;

let root: string;
let help: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tool-compiled-'));
  chmodSync(root, 0o755);
  writeFileSync(join(root, 'scripted.cjs'), PROBE);
  writeFileSync(join(root, 'app.cjs'), PROBE + ON_TERMINAL);
  // The build runs with the Node of this test, because a compiled form works only with the Node that made it. The umask
  // would make the files group-writable.
  const build = ['scripts/build.mjs', '--outdir', join(root, 'as built')];
  execFileSync('sh', ['-c', 'umask 002; exec "$@"', 'sh', process.execPath, ...build], {stdio: 'inherit'});
  help = (await runCli(['--help'], {cli: join(root, 'as built', 'cli.js')})).stdout;
  expect(help).toContain('auth login');
}, 600_000);
afterAll(() => rmSync(root, {recursive: true, force: true}));

describe.each(['scripted', 'app'] as const)('the compiled form of the %s bundle', (name) => {
  let folder: string;
  let bundle: string;
  let cache: string;
  let made: Buffer;

  beforeEach(() => {
    folder = join(root, 'dist');
    rmSync(folder, {recursive: true, force: true});
    cpSync(join(root, 'as built'), folder, {recursive: true, mode: 0});
    const file = readdirSync(folder).find((one) => one.startsWith(`${name}-`) && one.endsWith('.js')) ?? '';
    bundle = join(folder, file);
    cache = cachePath(bundle);
    made = readFileSync(cache);
  });

  const run = (options: CliOptions = {}) =>
    runCli(['--help'], {cli: join(folder, 'cli.js'), node: ['--require', join(root, `${name}.cjs`)], ...options});
  const expectRun = async (compiled: 'accepted' | 'rejected' | 'none', options: CliOptions = {}) =>
    expect(await run(options)).toEqual({code: 0, signal: null, stdout: help, stderr: compiled});

  it('uses the compile cache as the build left it', async () => {
    await expectRun('accepted');
  });

  it.each<[string, (made: Buffer) => Buffer]>([
    ['with a tail of zeros', (made) => Buffer.concat([made.subarray(0, -4096), Buffer.alloc(4096)])],
    ['half of it zeros', (made) => Buffer.concat([made.subarray(0, made.length / 2), Buffer.alloc(made.length / 2)])],
    ['all zeros', (made) => Buffer.alloc(made.length)],
    ['cut in half', (made) => made.subarray(0, made.length / 2)],
    ['without its last byte', (made) => made.subarray(0, -1)],
    ['with one byte more', (made) => Buffer.concat([made, Buffer.alloc(1)])],
    ['empty', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not compiled')],
  ])('does not use a damaged compile cache: %s', async (_, damage) => {
    writeFileSync(cache, damage(made));
    await expectRun('none');
  });

  it('does not use a compile cache with a flipped bit', async () => {
    for (let part = 0; part <= 16; part += 1) {
      const damaged = Buffer.from(made);
      const at = Math.floor((part * (made.length - 1)) / 16);
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << (part % 8)), at);
      writeFileSync(cache, damaged);
      await expectRun('none');
    }
  });

  it('never runs a compile cache of other code of equal length', async () => {
    execFileSync(process.execPath, ['-e', FOREIGN, bundle, cache]);
    await expectRun('none');
  });

  it('never runs a compile cache of the other bundle', async () => {
    const other = readdirSync(folder).find((file) => file.endsWith('.cache') && file !== basename(cache)) ?? '';
    cpSync(join(folder, other), cache);
    await expectRun('none');
  });

  it('does not use a compile cache that is not a readable file', async () => {
    rmSync(cache);
    await expectRun('none');
    mkdirSync(cache);
    await expectRun('none');
    rmSync(cache, {recursive: true});
    symlinkSync(cache, cache);
    await expectRun('none');
    rmSync(cache);
    execFileSync('mkfifo', [cache]);
    await expectRun('none');
  });

  it('does not use a compile cache that the user may not read', async (context) => {
    if (process.getuid?.() !== 0) context.skip('root alone can be someone else');
    chmodSync(cache, 0);
    await expectRun('none', {uid: 54_321, cwd: '/'});
  });

  it.each(['664', '646', '666'])('does not use a compile cache that others can write (mode %s)', async (mode) => {
    chmodSync(cache, Number.parseInt(mode, 8));
    await expectRun('none');
  });

  it('uses the compile cache if a group can write to the whole installation', async () => {
    chmodSync(cache, 0o664);
    chmodSync(join(folder, 'cli.js'), 0o775);
    await expectRun('accepted');
  });

  it('does not use a compile cache whose owner is not the owner of cli.js', async (context) => {
    if (process.getuid?.() !== 0) context.skip('root alone can give files away');
    chownSync(cache, 54_321, 0);
    await expectRun('none');
  });

  it('survives a compile cache that V8 rejects because of other flags', async () => {
    await expectRun('rejected', {node: ['--no-opt', '--require', join(root, `${name}.cjs`)]});
  });
});
