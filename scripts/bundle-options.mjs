// How TypeScript and React become files that Node runs; shared by the build and the benchmark's hello-world.
import {readFileSync} from 'node:fs';

/** ink-table is CommonJS and requires ink, which has a top-level await: turn its requires into imports. */
const inkTable = {
  name: 'ink-table-as-module',
  setup(builder) {
    builder.onLoad({filter: /ink-table[\\/]dist[\\/]index\.js$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/const (\w+) = __importDefault\(require\("([^"]+)"\)\);/g, 'import * as $1 from "$2";')
        .replace(/const (\w+) = require\("([^"]+)"\);/g, 'import * as $1 from "$2";'),
      loader: 'js',
    }));
  },
};

export const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minify: true,
  // Class names are read at run time: of errors, of streams.
  keepNames: true,
  legalComments: 'none',
  // Without it React is its development build, slower and several times the size.
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  alias: {'react-devtools-core': './scripts/empty-module.js'},
  // A native module, loaded by the keychain helper alone and only where it could be built.
  external: ['keytar'],
  // For the CommonJS packages in the bundle.
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module';const require=__createRequire(import.meta.url);",
  },
  plugins: [inkTable],
  logLevel: 'warning',
};
