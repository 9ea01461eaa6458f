'use strict';
// Preloaded into a program on a slow machine, where the keychain or a lock may take longer than the program would wait:
// with this file, it waits as long as it takes.
const {setTimeout: start} = globalThis;
const KEYCHAIN_MS = 5000;

/** @type {any} */ (globalThis).setTimeout = (/** @type {any[]} */ ...[work, ms, ...more]) =>
  start(work, ms === KEYCHAIN_MS ? 600_000 : ms, ...more);

const now = performance.now.bind(performance);
performance.now = () => now() / 100;
