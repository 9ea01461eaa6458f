// How TypeScript and React become files that Node runs, by the build and for the benchmark's hello-world.
import {readFileSync} from 'node:fs';
import {replaced} from './cut-unused.mjs';
import {asModule, INK_TABLE} from './ink-table.mjs';

/** @type {import('esbuild').Plugin} */
const inkTable = {
  name: 'ink-table-as-module',
  setup(builder) {
    builder.onLoad({filter: INK_TABLE}, ({path}) => ({contents: asModule(readFileSync(path, 'utf8')), loader: 'js'}));
  },
};

/** Ink's way to React's developer tools, which are not installed. @type {import('esbuild').Plugin} */
const noDevtools = {
  name: 'no-devtools',
  setup(builder) {
    const cut = replaced({"process.env['DEV'] === 'true'": 'false'});
    builder.onLoad({filter: /ink[\\/]build[\\/]reconciler\.js$/}, ({path}) => ({
      contents: cut(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** @type {import('esbuild').BuildOptions & {plugins: import('esbuild').Plugin[]}} */
export const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  // Without it React is its development build, slower and several times the size.
  define: {'process.env.NODE_ENV': '"production"'},
  // A native module, loaded by the keychain helper alone and only where it could be built.
  external: ['keytar'],
  // CommonJS packages in the bundle ask for nothing but Node's own modules.
  banner: {js: 'const require=globalThis.process.getBuiltinModule;'},
  plugins: [inkTable, noDevtools],
  logLevel: 'warning',
};
