// Bundles src/ into dist/: cli.js, which starts one of two bundles (with the app, and without React for scripts), each
// with its compiled form for the Node that builds; and the keychain helper.
import {chmodSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {build} from 'esbuild';
import {options as common} from './bundle-options.mjs';
import {late, remember} from './late.mjs';
import {builtins, lean} from './lean.mjs';
import {keepCompiled} from './warm.mjs';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const options = {...common, plugins: [...common.plugins, remember, lean, builtins]};
const define = {...options.define, TOOL_VERSION: JSON.stringify(version)};

/** Node is quicker with one file of this kind than with a module. */
const asCommonJs = {...options, format: 'cjs', banner: {}};

const withoutApp = {
  name: 'without-app',
  setup(builder) {
    builder.onLoad({filter: /src[\\/]screens[\\/]index\.tsx$/}, () => ({contents: 'export {}', loader: 'ts'}));
  },
};

/** @returns {Promise<string>} name of the file in dist */
async function bundle(name, plugin) {
  const {metafile} = await build({
    ...options,
    entryPoints: {[name]: 'src/cli.tsx'},
    outdir: 'dist',
    entryNames: '[name]-[hash]',
    metafile: true,
    // A script, whole in itself, that is a function: see load.mjs.
    banner: {js: '(async(require,bundleUrl)=>{"use strict";'},
    footer: {js: '})'},
    define: {...define, 'import.meta.url': 'bundleUrl'},
    plugins: [plugin, ...options.plugins],
  });
  const [[path, {imports}]] = Object.entries(metafile.outputs);
  const stray = imports.filter(({kind}) => kind !== 'require-call');
  if (stray.length > 0) throw new Error(`${path} cannot import ${stray.map((one) => one.path).join(', ')}`);
  if (/[^\0-\x7f]/.test(readFileSync(path, 'utf8'))) throw new Error(`${path} is not ASCII`);
  return basename(path);
}

rmSync('dist', {recursive: true, force: true});
const [app, scripted] = await Promise.all([
  bundle('app', late),
  bundle('scripted', withoutApp),
  build({...asCommonJs, entryPoints: ['src/services/host/keychain-helper.ts'], outdir: 'dist'}),
]);
await build({
  ...asCommonJs,
  entryPoints: {cli: 'scripts/start.mjs'},
  outdir: 'dist',
  define: {...define, 'import.meta.dirname': '__dirname', TOOL_BUNDLES: JSON.stringify({app, scripted})},
});
writeFileSync('dist/package.json', '{"type":"commonjs"}\n');
chmodSync('dist/cli.js', 0o755);
await keepCompiled({app: `dist/${app}`, scripted: `dist/${scripted}`});
