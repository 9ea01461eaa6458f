// ink-table is CommonJS and requires ink, which has a top-level await, so it is turned into a module. The build and the
// tests both use this.
import {substituted} from './edits.mjs';

export const INK_TABLE = /ink-table[\\/]dist[\\/]index\.js$/;

/**
 * The replacements that turn each `require` into an import and each `exports` into an export.
 * @type {[pattern: RegExp, by: string, count: number][]}
 */
const STEPS = [
  [/^var __importDefault = [\s\S]*?^\};$/gm, '', 1],
  [/^(?:"use strict"|Object\.defineProperty\(exports.*|exports\.Skeleton = exports\.Cell.*);$/gm, '', 3],
  [/^const (\w+) = __importDefault\(require\("([^"]+)"\)\);$/gm, 'import * as $1 from "$2";', 1],
  [/^const (\w+) = require\("object-hash"\);$/gm, 'import $1 from "object-hash";', 1],
  [/^const (\w+) = require\("([^"]+)"\);$/gm, 'import * as $1 from "$2";', 1],
  [/^exports\.default = (\w+);$/gm, 'export default $1;', 1],
  [/^exports\.(\w+) = (\w+);$/gm, 'export {$2 as $1};', 3],
];

/** @param {string} text the file of the package @returns {string} the file as a module */
export const asModule = (text) =>
  STEPS.reduce((done, [pattern, by, count]) => substituted(done, pattern, by, count), text);
