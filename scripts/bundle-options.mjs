// How TypeScript and React become files that Node runs; shared by the build and the benchmark's hello-world.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {plugins} from './lean.mjs';

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

/** Two packages that Ink asks the same of them for every frame, behind a memory: a key press costs a third. */
const remember = {
  name: 'remember',
  setup(builder) {
    builder.onResolve({filter: /^(?:string-width|@alcalzone\/ansi-tokenize)$/}, ({path, importer}) => {
      const name = path.split('/').at(-1);
      if (importer.endsWith(`remember/${name}.ts`)) return undefined;
      return {path: fileURLToPath(new URL(`remember/${name}.ts`, import.meta.url))};
    });
  },
};

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
  plugins: [inkTable, remember, ...plugins],
  logLevel: 'warning',
};
