#!/usr/bin/env node
// The source of dist/cli.js. `--version` loads no module that Node has not loaded by itself, so it is as fast as Node.
'use strict';
// This signal would open Node's inspector, through which every user of the machine could read a key.
process.on('SIGUSR1', () => {});
const {realpathSync, writeSync} = require('node:fs');

async function start() {
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    writeSync(1, `${TOOL_VERSION}\n`);
    return;
  }
  const {dirname, join} = require('node:path');
  const {isatty} = require('node:tty');
  const {load, readCompiled} = require('./load.cjs');
  // The app needs a terminal for both input and output. Without one, the bundle without React does everything.
  const name = isatty(0) && isatty(1) ? TOOL_BUNDLES.app : TOOL_BUNDLES.scripted;
  // With --preserve-symlinks-main, __filename is the symbolic link that was started.
  const self = realpathSync(__filename);
  const bundle = join(dirname(self), name);
  await load(bundle, readCompiled(bundle, TOOL_COMPILED, self)).start();
}

start().catch((error) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`Error: ${error.message}\n`);
  process.exitCode = 1;
});
