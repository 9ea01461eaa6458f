// ink-table is CommonJS and requires ink, which has a top-level await: its requires become imports, its exports exports.
// Serves the build and the tests alike.

export const INK_TABLE = /ink-table[\\/]dist[\\/]index\.js$/;

/** @param {string} text the package's file @returns {string} the same as a module */
export function asModule(text) {
  return text
    .replace(/^var __importDefault = [\s\S]*?^\};$/m, '')
    .replace(/^(?:"use strict"|Object\.defineProperty\(exports.*|exports\.Skeleton = exports\.Cell.*);$/gm, '')
    .replace(/^const (\w+) = __importDefault\(require\("([^"]+)"\)\);$/gm, 'import * as $1 from "$2";')
    .replace(/^const (\w+) = require\("object-hash"\);$/m, 'import $1 from "object-hash";')
    .replace(/^const (\w+) = require\("([^"]+)"\);$/gm, 'import * as $1 from "$2";')
    .replace(/^exports\.default = (\w+);$/m, 'export default $1;')
    .replace(/^exports\.(\w+) = (\w+);$/gm, 'export {$2 as $1};');
}
