// How TypeScript and React become files that Node runs; shared by the build and the benchmark's hello-world.
import {readFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {fileURLToPath} from 'node:url';

/** A package's file with some of its text replaced; fails when a new version no longer has that text. */
function replaced(path, ...replacements) {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${path} has changed: it has no ${from}`);
      return text.replace(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

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

/**
 * What packages do while they load although it is never used here, each several milliseconds of every start: meow
 * normalises a package.json that it is not given and loads child_process, undici's HTTP/1.1 client loads HTTP/2.
 */
const lean = {
  name: 'lean',
  setup(builder) {
    builder.onLoad({filter: /meow[\\/]build[\\/]dependencies\.js$/}, ({path}) => ({
      contents: replaced(path, ['= requireNormalize();', '= () => {};'], ['promisify(execFile);', '']),
      loader: 'js',
    }));
    builder.onLoad({filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/}, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not used') }",
      loader: 'js',
    }));
    // Imported as a module, process is asked for every member it has, stdin and stdout among them.
    builder.onResolve({filter: /^(?:node:)?process$/}, () => ({path: 'process', namespace: 'global'}));
    builder.onLoad({filter: /.*/, namespace: 'global'}, () => ({
      contents: `const {process} = globalThis;
export default process;
export const {env} = process;
export const cwd = () => process.cwd();`,
      loader: 'js',
    }));
    // An import of Node's that is left unused after tree shaking goes too.
    const builtins = new Set(builtinModules);
    builder.onResolve({filter: /^(?:node:)?[a-z_/]+$/}, ({path}) => {
      const name = path.replace(/^node:/, '');
      return builtins.has(name) ? {path: `node:${name}`, external: true, sideEffects: false} : undefined;
    });
  },
};

/** Two packages that Ink asks the same of them for every frame, behind a memory: a key press costs a third. */
const remember = {
  name: 'remember',
  setup(builder) {
    builder.onResolve({filter: /^(?:string-width|@alcalzone\/ansi-tokenize)$/}, ({path, importer}) => {
      const name = path.split('/').at(-1);
      if (importer.endsWith(`remember/${name}.js`)) return undefined;
      return {path: fileURLToPath(new URL(`remember/${name}.js`, import.meta.url))};
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
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  alias: {'react-devtools-core': './scripts/empty-module.js'},
  // A native module, loaded by the keychain helper alone and only where it could be built.
  external: ['keytar'],
  // CommonJS packages in the bundle ask for nothing but Node's own modules.
  banner: {js: 'const require=globalThis.process.getBuiltinModule;'},
  plugins: [inkTable, lean, remember],
  logLevel: 'warning',
};
