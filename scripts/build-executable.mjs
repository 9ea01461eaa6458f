// Builds the executables: the sources as chunks, with the same edits to packages as in the bundles, compiled with Bun.
//
//   npm run build:executable [-- --target TARGET|all]… [--outdir DIR] [--keytar FILE]
//
// `--keytar` names the native part of keytar for a single target that is not this machine.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {build} from 'esbuild';
import {options} from './build/bundle-options.mjs';
import {replaceSignature} from './build/executable/mach-o.mjs';
import {bunFor, compiler, OWN_TARGET, TARGETS} from './build/executable/targets.mjs';
import {assertCut, packageCuts} from './build/package-cuts.mjs';

const {values: given} = parseArgs({
  options: {
    target: {type: 'string', multiple: true, default: [OWN_TARGET]},
    outdir: {type: 'string', default: 'dist-executable'},
    keytar: {type: 'string'},
  },
});
const outdir = given.outdir ?? '';
const wanted = given.target ?? [];
const targets = wanted.includes('all') ? Object.keys(TARGETS) : wanted;
for (const name of targets) {
  if (!(name in TARGETS)) throw new Error(`There is no target ${name}: ${Object.keys(TARGETS).join(', ')} or all`);
}
if (given.keytar && targets.length !== 1) throw new Error('--keytar is for one target');

mkdirSync(outdir, {recursive: true});
const work = mkdtempSync('node_modules/.executable-');
try {
  await makeChunks();
  for (const name of targets) compile(name);
} finally {
  rmSync(work, {recursive: true, force: true});
}
writeSums();

/** Bundles the sources into chunks that are loaded on demand, so that a script loads none of the app's. */
async function makeChunks() {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
  await build({
    ...options,
    target: 'esnext',
    splitting: true,
    entryPoints: {tool: 'scripts/build/executable/start.mjs'},
    outdir: work,
    banner: {js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);'},
    define: {...options.define, TOOL_VERSION: JSON.stringify(version), TOOL_KEYCHAIN_HELPER: '"--keychain-helper"'},
    plugins: [...packageCuts(), ...options.plugins],
  });
  assertCut();
}

/** @param {string} name */
function compile(name) {
  const file = resolve(outdir, `tool-${name}${name.startsWith('windows') ? '.exe' : ''}`);
  const keytar = given.keytar ?? (name === OWN_TARGET ? 'node_modules/keytar/build/Release/keytar.node' : '');
  const hasKeychain = existsSync(keytar);
  if (given.keytar && !hasKeychain) throw new Error(`There is no ${given.keytar}`);
  if (hasKeychain) copyFileSync(keytar, join(work, 'keytar.node'));
  const words = [
    ...['build', 'tool.js', '--outfile', file],
    ...['--compile', `--target=bun-${name}`, `--compile-executable-path=${resolve(bunFor(name))}`],
    ...['--format=esm', '--splitting', '--bytecode', '--minify'],
    // Companies add certificate authorities to their machines. On Linux, Bun uses them without this flag.
    ...(name.startsWith('linux') ? [] : ['--compile-exec-argv=--use-system-ca']),
    // Otherwise, Bun would read these files from the current folder, which may belong to anyone.
    ...['dotenv', 'bunfig', 'tsconfig', 'package-json'].map((what) => `--no-compile-autoload-${what}`),
    ...(hasKeychain ? ['--asset=keytar.node'] : []),
  ];
  execFileSync(compiler(), words, {cwd: work, stdio: ['ignore', 'ignore', 'inherit']});
  rmSync(join(work, 'keytar.node'), {force: true});
  if (name === 'darwin-x64') replaceSignature(file);
  console.log(`${relative('.', file)}${hasKeychain ? '' : ', without the keychain'}`);
}

/** Writes the checksums in the format of `sha256sum --check`. */
function writeSums() {
  const files = readdirSync(outdir).filter((name) => name.startsWith('tool-'));
  const lines = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(outdir, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(outdir, 'SHA256SUMS'), lines.join(''));
}
