#!/usr/bin/env node
// What becomes dist/cli.js. `--version` loads nothing that Node has not loaded by itself: it is as quick as Node.
'use strict';
const {existsSync, readFileSync, writeSync} = require('node:fs');

async function start() {
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    writeSync(1, `${TOOL_VERSION}\n`);
    return;
  }
  const {join} = require('node:path');
  const {isatty} = require('node:tty');
  const {cachePath, load} = require('./load.cjs');
  // The app needs a terminal at both ends; without one, the bundle that has no React does everything there is to do.
  const bundle = join(__dirname, isatty(0) && isatty(1) ? TOOL_BUNDLES.app : TOOL_BUNDLES.scripted);
  const cache = cachePath(bundle);
  await load(bundle, existsSync(cache) ? readFileSync(cache) : undefined).start();
}

start().catch((error) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`Error: ${error.message}\n`);
  process.exitCode = 1;
});
