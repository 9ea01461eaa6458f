// How a bundle is run: as a script, since Node 20 keeps the compiled form of scripts and not of modules.
'use strict';
const {readFileSync, statSync} = require('node:fs');
const {basename} = require('node:path');
const {pathToFileURL} = require('node:url');
const {Script} = require('node:vm');

/**
 * Where the compiled form of a bundle is kept: it serves the very Node that made it.
 * @param {string} bundle
 */
function cachePath(bundle) {
  return `${bundle}.${process.version}-${process.platform}-${process.arch}.cache`;
}

/**
 * The compiled form of a bundle, exactly as the build made it. V8 compares only the length of the source: a damaged one
 * crashes it, and code of someone else would run.
 * @param {string} bundle its path
 * @param {Record<string, string>} compiled the SHA-256 of each that the build made
 * @param {string} self the path of what is trusted already: the file cannot belong to another owner or be open to more writers
 * @returns {Buffer | undefined} undefined where there is none to be used, which only makes a start slower
 */
function readCompiled(bundle, compiled, self) {
  try {
    const path = cachePath(bundle);
    const sha256 = compiled[basename(path)];
    if (sha256 === undefined) return undefined;
    const [own, cache] = [statSync(self), statSync(path)];
    if (!cache.isFile() || cache.uid !== own.uid || (cache.mode & ~own.mode & 0o022) !== 0) return undefined;
    const data = readFileSync(path);
    // All but `--version` loads node:crypto anyway; a hash in one call takes two thirds of createHash's time.
    return require('node:crypto').hash('sha256', data) === sha256 ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiles a bundle, or takes its compiled form where there is one that V8 accepts.
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
