// How a bundle is run: as a script, since Node 20 keeps the compiled form of scripts and not of modules.
'use strict';
const {readFileSync} = require('node:fs');
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

module.exports = {cachePath, load};
