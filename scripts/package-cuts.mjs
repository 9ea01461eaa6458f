// All that the bundles change in packages, with what it saves. Each change names the text that it replaces: a package
// that has changed fails the build. What saves less than 3 ms is not here, and nothing of what speaks HTTP.
// CONTRIBUTING.md shows this table and says how to measure a row again.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {replaced} from './cut-unused.mjs';
import {lazyPatterns, lazySegmenter} from './lazy-init.mjs';

/**
 * @typedef {object} Cut
 * @property {string} name
 * @property {string} saves on Node 20, and of what
 * @property {string} what
 * @property {[RegExp, (text: string) => string][]} [edits] files and how each is changed
 * @property {Record<string, string>} [instead] packages and the file here that stands in front of each
 */

/** In Ink's output.js: a blank cell, and how a row of cells becomes text. */
const BLANK_CELL = `row.push({
                    type: 'char',
                    value: ' ',
                    fullWidth: false,
                    styles: [],
                });`;
const ROW_TEXT = `.map(line => {
            // See https://github.com/vadimdemedes/ink/pull/564#issuecomment-1637022742
            const lineWithoutEmptyItems = line.filter(item => item !== undefined);
            return styledCharsToString(lineWithoutEmptyItems).trimEnd();
        })`;
/** Cells are replaced, never changed: a row of the same cells has the same text. */
const KEPT = `
let kept = new OutputCaches();
function keptCaches() {
  if (kept.styledChars.size > 2000) kept = new OutputCaches();
  return kept;
}
const BLANK = {type: 'char', value: ' ', fullWidth: false, styles: []};
const rows = [];
function textOf(cells, y) {
  const last = rows[y];
  if (last && isSame(cells, last.cells)) return last.text;
  const text = styledCharsToString(cells.filter((cell) => cell !== undefined)).trimEnd();
  rows[y] = {cells, text};
  return text;
}
function isSame(cells, others) {
  let x = cells.length;
  if (x !== others.length) return false;
  while (x > 0 && cells[x - 1] === others[x - 1]) x -= 1;
  return x === 0;
}`;

/** @type {readonly Cut[]} */
export const CUTS = [
  {
    name: 'meow',
    saves: '8 ms of every start',
    what: 'does not load what normalises a package.json, which it is not given',
    edits: [
      [
        /meow[\\/]build[\\/]dependencies\.js$/,
        replaced({
          '= requireNormalize();': '= () => {};',
          '= requireLib$1();': '= {};',
          'promisify(execFile);': '',
          'createRequire ? createRequire(import.meta.url) : undefined': 'undefined',
        }),
      ],
    ],
  },
  {
    name: 'yoga-layout',
    saves: '17 ms of the first frame',
    what: 'decodes its WebAssembly itself: without the `fetch` of a `data:` URL, for which Node loads an HTTP client of its own',
    edits: [[/yoga-wasm-base64-esm\.js$/, replaced({'"function"!=typeof fetch': 'true'})]],
  },
  {
    name: 'string-width, wrap-ansi, slice-ansi, ansi-tokenize',
    saves: '20 ms of the first frame',
    what: 'make their segmenters and tables of Unicode for the first text that needs them: most screens do without',
    edits: [
      [/string-width[\\/]index\.js$/, (text) => lazyPatterns(lazySegmenter(text))],
      [/wrap-ansi[\\/]index\.js$/, lazySegmenter],
      [/slice-ansi[\\/]tokenize-ansi\.js$/, lazySegmenter],
      [/ansi-tokenize[\\/]build[\\/]tokenize\.js$/, lazySegmenter],
    ],
    instead: {'string-width': 'lazy-init/string-width.ts'},
  },
  {
    name: 'ink',
    saves: '40 % of a key press',
    what: 'keeps what it knows of lines and rows from one frame to the next',
    edits: [
      [
        /ink[\\/]build[\\/]output\.js$/,
        (text) =>
          replaced({
            'caches = new OutputCaches();': 'caches = keptCaches();',
            [BLANK_CELL]: 'row.push(BLANK);',
            [ROW_TEXT]: '.map(textOf)',
          })(text) + KEPT,
      ],
    ],
  },
];

/** @param {readonly string[]} without names of cuts to leave out, to measure them @returns {import('esbuild').Plugin} */
export function packageCuts(without = []) {
  const cuts = CUTS.filter(({name}) => !without.includes(name));
  return {
    name: 'package-cuts',
    setup(builder) {
      for (const [filter, edit] of cuts.flatMap(({edits = []}) => edits)) {
        builder.onLoad({filter}, ({path}) => ({contents: edit(readFileSync(path, 'utf8')), loader: 'js'}));
      }
      for (const [name, file] of cuts.flatMap(({instead = {}}) => Object.entries(instead))) {
        const path = fileURLToPath(new URL(file, import.meta.url));
        // The stand-in itself gets the package.
        builder.onResolve({filter: new RegExp(`^${name}$`)}, ({importer}) => (importer === path ? undefined : {path}));
      }
    },
  };
}
