// Runs a bundle. Bundles are scripts, because Node 20 can keep the compiled form of a script but not of a module.
'use strict';
const {readFileSync, statSync} = require('node:fs');
const {basename} = require('node:path');
const {pathToFileURL} = require('node:url');
const {Script} = require('node:vm');

/**
 * Returns the path of a bundle's compiled form. Only the Node that made a compiled form can use it.
 * @param {string} bundle
 */
function cachePath(bundle) {
  return `${bundle}.${process.version}-${process.platform}-${process.arch}.cache`;
}

/**
 * Reads the compiled form of a bundle, but only exactly as the build wrote it. V8 checks nothing but the length of the
 * source, so a damaged file would crash it, and a planted one would run.
 * @param {string} bundle its path
 * @param {Record<string, string>} compiled the SHA-256 of each compiled form that the build made
 * @param {string} self a path that is trusted already: the compiled form must have the same owner and no more writers
 * @returns {Buffer | undefined} undefined if there is none to use, which only makes a start slower
 */
function readCompiled(bundle, compiled, self) {
  try {
    const path = cachePath(bundle);
    const sha256 = compiled[basename(path)];
    if (sha256 === undefined) return undefined;
    const [own, cache] = [statSync(self), statSync(path)];
    if (!cache.isFile() || cache.uid !== own.uid || (cache.mode & ~own.mode & 0o022) !== 0) return undefined;
    const data = readFileSync(path);
    // Everything but `--version` loads node:crypto anyway. `hash` takes two thirds of the time of `createHash`.
    return require('node:crypto').hash('sha256', data) === sha256 ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiles a bundle, or uses its compiled form if V8 accepts it.
 * @param {string} bundle its path
 * @param {Buffer} [cachedData]
 * @returns {{script: import('node:vm').Script, start(): Promise<void>}}
 */
function load(bundle, cachedData) {
  const {href} = pathToFileURL(bundle);
  const script = new Script(readFileSync(bundle, 'latin1'), {filename: href, cachedData});
  return {script, start: () => script.runInThisContext()(process.getBuiltinModule, href)};
}

module.exports = {cachePath, load, readCompiled};
