// The esbuild options for the bundles and for the benchmark's hello-world.
import {editing, replaced} from './edits.mjs';
import {asModule, INK_TABLE} from './ink-table.mjs';

/**
 * The edits without which no bundle would run.
 * @type {readonly import('./edits.mjs').Edit[]}
 */
export const NEEDED_EDITS = [
  [INK_TABLE, asModule],
  // Ink would load React's developer tools, which are not installed.
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
  // Without the first one, React is its development build, which is slower and several times as large.
  define: {'process.env.NODE_ENV': '"production"', TOOL_KEYCHAIN_HELPER: 'undefined'},
  // The CommonJS packages in the bundle require nothing but Node's own modules.
  banner: {js: 'const require=globalThis.process.getBuiltinModule;'},
  plugins: [editing('needed-edits', NEEDED_EDITS)],
  logLevel: 'warning',
};
