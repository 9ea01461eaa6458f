// The edits to packages that make the bundles faster. Each names a file and the text that it replaces, so that a change
// in the package fails the build. docs/performance.md says how much each saves and how to measure that.
import {fileURLToPath} from 'node:url';
import {NEEDED_EDITS} from './bundle-options.mjs';
import {assertUsed, editing, replaced, standingIn, substituted} from './edits.mjs';

/**
 * @typedef {object} Cut
 * @property {string} name
 * @property {readonly import('./edits.mjs').Edit[]} edits
 * @property {readonly import('./edits.mjs').StandIn[]} [standIns]
 */

/** Code in Ink's output.js that creates a blank cell, and that turns a row of cells into text. */
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
/** Cells are replaced and never changed, so the text of a row can be kept as long as its cells are the same. */
const KEPT = `
let kept = new OutputCaches();
function keptCaches() {
  if (kept.styledChars.size > 600) kept = new OutputCaches();
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

const STAND_INS = JSON.stringify(fileURLToPath(new URL('lazy-init/stand-ins.ts', import.meta.url)));

/** @param {string} text a file that creates a segmenter at its top level */
const lazySegmenter = (text) => putOff(text, /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm, 'lazySegmenter', 1);

/** @param {string} text a file with four patterns that need the tables of Unicode */
const lazyPatterns = (text) => putOff(text, /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm, 'lazyPattern', 4);

/** @param {string} text @param {RegExp} what @param {string} how @param {number} count @returns {string} */
const putOff = (text, what, how, count) =>
  `${substituted(text, what, `const $1 = ${how}(() => $2);`, count)}\nimport {${how}} from ${STAND_INS};\n`;

/** @type {readonly Cut[]} */
export const CUTS = [
  {
    name: 'undici',
    // undici does the same on a Node without HTTP/2, and the tool never asks for HTTP/2.
    edits: [
      [/undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/, replaced({"require('node:http2')": '{constants: {}}'})],
    ],
  },
  {
    name: 'meow',
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
    edits: [[/yoga-wasm-base64-esm\.js$/, replaced({'"function"!=typeof fetch': 'true'})]],
  },
  {
    name: 'string-width, wrap-ansi, slice-ansi, ansi-tokenize',
    edits: [
      [/string-width[\\/]index\.js$/, (text) => lazyPatterns(lazySegmenter(text))],
      [/wrap-ansi[\\/]index\.js$/, lazySegmenter],
      [/slice-ansi[\\/]tokenize-ansi\.js$/, lazySegmenter],
      [/ansi-tokenize[\\/]build[\\/]tokenize\.js$/, lazySegmenter],
    ],
    standIns: [{name: 'string-width', path: fileURLToPath(new URL('lazy-init/string-width.ts', import.meta.url))}],
  },
  {
    name: 'ink',
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
  {
    name: '@modelcontextprotocol/sdk',
    edits: [
      [
        /sdk[\\/]dist[\\/]esm[\\/]server[\\/]index\.js$/,
        replaced({
          "import { AjvJsonSchemaValidator } from '../validation/ajv-provider.js';": '',
          ' ?? new AjvJsonSchemaValidator()': '',
        }),
      ],
    ],
  },
];

/** @param {readonly string[]} [without] names of cuts to leave out in order to measure them */
const cutsBut = (without = []) => {
  const cuts = CUTS.filter(({name}) => !without.includes(name));
  return {edits: cuts.flatMap(({edits}) => edits), standIns: cuts.flatMap(({standIns = []}) => standIns)};
};

/** @param {readonly string[]} [without] */
export function packageCuts(without) {
  const {edits, standIns} = cutsBut(without);
  return [editing('package-cuts', edits), standingIn('stand-ins', standIns)];
}

/** @param {readonly string[]} [without] @throws if a cut changes nothing */
export function assertCut(without) {
  const {edits, standIns} = cutsBut(without);
  assertUsed([...NEEDED_EDITS, ...edits], standIns);
}
