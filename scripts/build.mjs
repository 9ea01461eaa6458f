// Bundles src/cli.tsx into dist/: one small entry, everything else in chunks that are loaded when they are needed.
import {readFileSync, rmSync} from 'node:fs';
import {build} from 'esbuild';

const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** ink-table is CommonJS and requires ink, which has a top-level await: turn its requires into imports. */
export const inkTablePlugin = {
  name: 'ink-table-as-module',
  setup(builder) {
    builder.onLoad({filter: /ink-table[\\/]dist[\\/]index\.js$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8')
        .replace(
          /(?:var|const) (\w+) = (?:__importStar|__importDefault)\(require\("([^"]+)"\)\);/g,
          'import * as $1 from "$2";',
        )
        .replace(/(?:var|const) (\w+) = require\("([^"]+)"\);/g, 'import * as $1 from "$2";'),
      loader: 'js',
    }));
  },
};

rmSync('dist', {recursive: true, force: true});
await build({
  entryPoints: {cli: 'src/cli.tsx', 'keychain-helper': 'src/services/host/keychain-helper.ts'},
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  sourcemap: false,
  chunkNames: 'chunks/[name]-[hash]',
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', TOOL_VERSION: JSON.stringify(version)},
  alias: {'react-devtools-core': './scripts/empty-module.js'},
  external: ['keytar'],
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module';const require=__createRequire(import.meta.url);",
  },
  plugins: [inkTablePlugin],
  logLevel: 'warning',
});
