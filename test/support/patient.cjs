'use strict';
// Preloaded into a program on a slow machine, where the keychain or a lock may take longer than the program would wait:
// with this file, it waits as long as it takes.
const KEYCHAIN_MS = 5000;

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms === KEYCHAIN_MS ? 600_000 : ms);

const now = performance.now.bind(performance);
performance.now = () => now() / 100;
