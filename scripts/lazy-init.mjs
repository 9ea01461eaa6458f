// Puts off what a package makes while it loads until it is first asked for.
import {fileURLToPath} from 'node:url';

const STAND_INS = JSON.stringify(fileURLToPath(new URL('lazy-init/stand-ins.ts', import.meta.url)));
const SEGMENTER = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm;
const PATTERN = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;

/** @param {string} text a file that makes a segmenter at its top */
export const lazySegmenter = (text) => putOff(text, SEGMENTER, 'lazySegmenter');

/** @param {string} text a file with patterns that need tables of Unicode */
export const lazyPatterns = (text) => putOff(text, PATTERN, 'lazyPattern');

/** @param {string} text @param {RegExp} what @param {string} how @returns {string} */
function putOff(text, what, how) {
  if (text.search(what) === -1) throw new Error(`The package has changed: it has no ${what}`);
  return `${text.replaceAll(what, `const $1 = ${how}(() => $2);`)}\nimport {${how}} from ${STAND_INS};\n`;
}
