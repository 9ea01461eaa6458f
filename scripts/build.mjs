// Bundles src/cli.tsx into dist/: one small entry, everything else in chunks that are loaded when they are needed.
import {readFileSync, rmSync} from 'node:fs';
import {build} from 'esbuild';
import {options} from './bundle-options.mjs';

const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

rmSync('dist', {recursive: true, force: true});
await build({
  ...options,
  entryPoints: {cli: 'src/cli.tsx', 'keychain-helper': 'src/services/host/keychain-helper.ts'},
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  define: {...options.define, TOOL_VERSION: JSON.stringify(version)},
});
