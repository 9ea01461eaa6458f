// Edits files of packages for the build. An edit that no longer changes anything fails the build.
import {readFileSync} from 'node:fs';

/** @typedef {[file: RegExp, change: (text: string) => string]} Edit */

/** @type {WeakSet<object>} */
const ran = new WeakSet();

/** @param {string} name @param {readonly Edit[]} edits which each match one file @returns {import('esbuild').Plugin} */
export const editing = (name, edits) => ({
  name,
  setup(builder) {
    for (const edit of edits) {
      const [filter, change] = edit;
      builder.onLoad({filter}, ({path}) => {
        ran.add(edit);
        return {contents: change(readFileSync(path, 'utf8')), loader: 'js'};
      });
    }
  },
});

/**
 * A file of this project that takes the place of a package.
 * @typedef {{name: string, path: string}} StandIn
 */

/** @param {string} name @param {readonly StandIn[]} standIns @returns {import('esbuild').Plugin} */
export const standingIn = (name, standIns) => ({
  name,
  setup(builder) {
    for (const standIn of standIns) {
      const {name, path} = standIn;
      builder.onResolve({filter: new RegExp(`^${name}$`)}, ({importer}) => {
        // The stand-in itself imports the real package.
        if (importer === path) return undefined;
        ran.add(standIn);
        return {path};
      });
    }
  },
});

/**
 * @param {readonly Edit[]} edits @param {readonly StandIn[]} [standIns]
 * @throws if one of them has not been used
 */
export function assertUsed(edits, standIns = []) {
  const idle = [
    ...edits.filter((edit) => !ran.has(edit)).map(([file]) => String(file)),
    ...standIns.filter((standIn) => !ran.has(standIn)).map(({name}) => name),
  ];
  if (idle.length > 0) throw new Error(`A package has changed: nothing in the bundles matches ${idle.join(', ')}`);
}

/**
 * @param {Record<string, string>} replacements texts that are replaced wherever they occur
 * @returns {(text: string) => string}
 */
export const replaced = (replacements) => (text) =>
  Object.entries(replacements).reduce((done, [from, to]) => {
    if (from === '' || !done.includes(from)) throw new Error(`The package has changed: it has no ${from}`);
    return done.replaceAll(from, () => to);
  }, text);

/**
 * Replaces every match of a pattern.
 * @param {string} text @param {RegExp} pattern @param {string} by @param {number} count the number of matches there
 * must be
 */
export function substituted(text, pattern, by, count = 1) {
  const found = text.match(pattern)?.length ?? 0;
  if (found !== count) throw new Error(`The package has changed: ${found} places match ${pattern}, not ${count}`);
  return text.replace(pattern, by);
}
