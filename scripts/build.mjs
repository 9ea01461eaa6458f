// Bundles src/ into dist/: the keychain helper, and cli.js, which starts one of two bundles. One of them has the app,
// the other one is for scripts and has no React. Each has a compiled form for the Node that builds. docs/performance.md
// says why.
//
//   node scripts/build.mjs [--outdir DIR] [--without CUT]…    (build/package-cuts.mjs has the names of cuts)
import {chmodSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {parseArgs} from 'node:util';
import {build} from 'esbuild';
import {options} from './build/bundle-options.mjs';
import {keepCompiled} from './build/compile-cache.mjs';
import {assertUsed, editing} from './build/edits.mjs';
import {nodeBuiltins} from './build/node-builtins.mjs';
import {assertCut, packageCuts} from './build/package-cuts.mjs';

const {values: given} = parseArgs({
  options: {outdir: {type: 'string', default: 'dist'}, without: {type: 'string', multiple: true}},
});
const outdir = given.outdir ?? 'dist';
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const define = {...options.define, TOOL_VERSION: JSON.stringify(version)};

/** @type {readonly import('./build/edits.mjs').Edit[]} */
const withoutApp = [[/src[\\/]screens[\\/]index\.tsx$/, () => 'export {}']];

/**
 * @param {string} name @param {import('esbuild').Plugin[]} plugins @returns {Promise<string>} the name of the file in
 * outdir
 */
async function bundle(name, plugins) {
  const {metafile} = await build({
    ...options,
    entryPoints: {[name]: 'src/cli.tsx'},
    outdir,
    entryNames: '[name]-[hash]',
    metafile: true,
    // load.cjs runs the bundle as one script, which evaluates to a function.
    banner: {js: '(async(require,bundleUrl)=>{"use strict";'},
    footer: {js: '})'},
    define: {...define, 'import.meta.url': 'bundleUrl'},
    plugins: [...plugins, ...packageCuts(given.without), ...options.plugins, nodeBuiltins],
  });
  const [[path, {imports}] = ['', {imports: []}]] = Object.entries(metafile.outputs);
  const stray = imports.filter(({kind}) => kind !== 'require-call');
  if (stray.length > 0) throw new Error(`${path} cannot import ${stray.map((one) => one.path).join(', ')}`);
  if (/[^\0-\x7f]/.test(readFileSync(path, 'utf8'))) throw new Error(`${path} is not ASCII`);
  return basename(path);
}

rmSync(outdir, {recursive: true, force: true});
const [app, scripted] = await Promise.all([
  bundle('app', []),
  bundle('scripted', [editing('without-app', withoutApp)]),
  build({
    ...options,
    format: 'cjs',
    banner: {},
    plugins: [...options.plugins, nodeBuiltins],
    entryPoints: ['src/services/host/keychain-helper.ts'],
    outdir,
  }),
]);
assertUsed(withoutApp);
assertCut(given.without);
writeFileSync(join(outdir, 'package.json'), '{"type":"commonjs"}\n');
await writeStart({});
// cli.js is written twice: compiling a bundle needs cli.js, which needs the checksums of the compiled forms.
await writeStart(await keepCompiled(outdir, {app, scripted}));

/** @param {Record<string, string>} compiled the SHA-256 of each compiled form */
async function writeStart(compiled) {
  await build({
    ...options,
    format: 'cjs',
    banner: {},
    entryPoints: {cli: 'scripts/build/start.cjs'},
    outdir,
    define: {
      ...define,
      TOOL_BUNDLES: JSON.stringify({app, scripted}),
      TOOL_COMPILED: JSON.stringify(compiled),
    },
  });
  chmodSync(join(outdir, 'cli.js'), 0o755);
}
