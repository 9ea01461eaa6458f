#!/usr/bin/env node
// What becomes dist/cli.js. Small, so that `--version` is as quick as Node is.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {isatty} from 'node:tty';
import {cachePath, load} from './load.mjs';

if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${TOOL_VERSION}\n`);
  process.exit(0);
}

// The app needs a terminal at both ends; without one, the bundle that has no React does everything there is to do.
const bundle = join(import.meta.dirname, isatty(0) && isatty(1) ? TOOL_BUNDLES.app : TOOL_BUNDLES.scripted);
const cache = cachePath(bundle);
const start = async () => load(bundle, existsSync(cache) ? readFileSync(cache) : undefined).start();
start().catch((error) => {
  process.stderr.write(`Error: ${error.message}\n`);
  process.exitCode = 1;
});
