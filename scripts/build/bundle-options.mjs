// How TypeScript and React become files that Node runs, by the build and for the benchmark's hello-world.
import {editing, replaced} from './edits.mjs';
import {asModule, INK_TABLE} from './ink-table.mjs';

/** Without them no bundle would run. @type {readonly import('./edits.mjs').Edit[]} */
export const NEEDED_EDITS = [
  [INK_TABLE, asModule],
  // Ink's way to React's developer tools, which are not installed.
  [/ink[\\/]build[\\/]reconciler\.js$/, replaced({"process.env['DEV'] === 'true'": 'false'})],
];

/** @type {import('esbuild').BuildOptions & {plugins: import('esbuild').Plugin[]}} */
export const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  loader: {'.bash': 'text', '.fish': 'text', '.zsh': 'text'},
  minify: true,
  legalComments: 'none',
  // Without the first React is its development build, slower and several times the size.
  define: {'process.env.NODE_ENV': '"production"', TOOL_KEYCHAIN_HELPER: 'undefined'},
  // CommonJS packages in the bundle ask for nothing but Node's own modules.
  banner: {js: 'const require=globalThis.process.getBuiltinModule;'},
  plugins: [editing('needed-edits', NEEDED_EDITS)],
  logLevel: 'warning',
};
