// What Ink's packages make while they load takes a third of the time to the first frame: tables of Unicode's emoji and
// letters, ICU's rules, and the reading of a data URL with fetch. Here it is made when it is first asked for, or not at
// all. As in lean.mjs, a package that has changed is an error.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {replaced} from './lean.mjs';

/** Stands for a pattern or a segmenter that `make` makes. */
const LATELY = `
function lately(make) {
  let made;
  const get = () => (made ??= make());
  return {
    test: (text) => get().test(text),
    segment: (text) => get().segment(text),
    [Symbol.search]: (text) => get()[Symbol.search](text),
    [Symbol.match]: (text) => get()[Symbol.match](text),
  };
}`;

const SEGMENTER = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm;
const PATTERN = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;

const MADE_LATE = [
  [/string-width[\\/]index\.js$/, [SEGMENTER, PATTERN], 'js'],
  [/wrap-ansi[\\/]index\.js$/, [SEGMENTER], 'js'],
  [/ansi-tokenize[\\/]build[\\/]tokenize\.js$/, [SEGMENTER], 'js'],
  [/slice-ansi[\\/]tokenize-ansi\.js$/, [SEGMENTER], 'js'],
  [/src[\\/]screens[\\/]text[\\/]width\.ts$/, [SEGMENTER], 'ts'],
];

const YOGA = /"(data:application\/octet-stream;base64,)([^"]+)"/;

export const late = {
  name: 'late',
  setup(builder) {
    for (const [filter, patterns, loader] of MADE_LATE) {
      builder.onLoad({filter}, ({path}) => ({
        contents: `${patterns.reduce(
          (text, pattern) => {
            if (text.search(pattern) === -1) throw new Error(`${path} has changed: it has no ${pattern}`);
            return text.replaceAll(pattern, 'const $1 = lately(() => $2);');
          },
          readFileSync(path, 'utf8'),
        )}\n${LATELY}`,
        loader,
      }));
    }
    // Yoga is WebAssembly in a data URL, that it would read with fetch; handed the bytes it does not.
    builder.onLoad({filter: /yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/}, ({path}) => {
      const text = readFileSync(path, 'utf8');
      const [, , base64] = YOGA.exec(text) ?? [];
      if (!base64) throw new Error(`${path} has changed: it has no ${YOGA}`);
      return {
        contents: `${text.replace(YOGA, '"$1"')}\nexport const wasmBinary = () => Buffer.from('${base64}', 'base64');`,
        loader: 'js',
      };
    });
    // In a bundle that evaluates modules when they are asked for, one that waits while it is evaluated would hold up
    // those that import each other in a circle: Yoga is waited for before the screens are handed on.
    builder.onLoad({filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/}, ({path}) => ({
      contents: replaced(path, {
        'import loadYoga from': 'import loadYoga, {wasmBinary} from',
        'const Yoga = wrapAssembly(await loadYoga());':
          // Its constants are read while modules are evaluated: those have to be there at once.
          "import CONSTANTS from './generated/YGEnums.js'; const Yoga = {...CONSTANTS}; export const ready = loadYoga({wasmBinary: wasmBinary()}).then((yoga) => Object.assign(Yoga, wrapAssembly(yoga)));",
      }),
      loader: 'js',
    }));
    builder.onLoad({filter: /src[\\/]screens[\\/]index\.tsx$/}, ({path}) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport {ready} from 'yoga-layout'; await ready;`,
      loader: 'tsx',
    }));
  },
};

/** Two packages that Ink asks the same of them for every frame, behind a memory: a key press costs a third. */
export const remember = {
  name: 'remember',
  setup(builder) {
    builder.onResolve({filter: /^(?:string-width|@alcalzone\/ansi-tokenize)$/}, ({path, importer}) => {
      const name = path.split('/').at(-1);
      if (importer.endsWith(`remember/${name}.ts`)) return undefined;
      return {path: fileURLToPath(new URL(`remember/${name}.ts`, import.meta.url))};
    });
  },
};
