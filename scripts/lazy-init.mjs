// Puts off what a package makes while it loads until it is first asked for.
import {fileURLToPath} from 'node:url';
import {substituted} from './edits.mjs';

const STAND_INS = JSON.stringify(fileURLToPath(new URL('lazy-init/stand-ins.ts', import.meta.url)));
const SEGMENTER = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm;
const PATTERN = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;

/** @param {string} text a file that makes a segmenter at its top */
export const lazySegmenter = (text) => putOff(text, SEGMENTER, 'lazySegmenter', 1);

/** @param {number} count @returns {(text: string) => string} for a file with that many patterns that need tables of Unicode */
export const lazyPatterns = (count) => (text) => putOff(text, PATTERN, 'lazyPattern', count);

/** @param {string} text @param {RegExp} what @param {string} how @param {number} count @returns {string} */
const putOff = (text, what, how, count) =>
  `${substituted(text, what, `const $1 = ${how}(() => $2);`, count)}\nimport {${how}} from ${STAND_INS};\n`;
