import process from 'node:process';
import {setFlagsFromString} from 'node:v8';

/**
 * What V8 of Node 20 does otherwise in runs of a second. Once a flag has changed it takes no compiled form any more: only
 * when Node's own modules are loaded.
 */
const isNode20 = process.versions.node.startsWith('20.');

/** V8's own: bytes of bytecode of a function that have run before V8 considers to optimise it. */
const OWN_BUDGET = 66 * 1024;

/**
 * WebAssembly (undici's parser, Yoga) is compiled once, JavaScript anew and optimised only where it stays busy. That is
 * done on other threads, but an end waits for it.
 */
export function compileLess(): void {
  if (!isNode20) return;
  setFlagsFromString('--liftoff-only');
  setFlagsFromString(`--interrupt-budget=${15 * OWN_BUDGET}`);
}

/** New objects get 16 MB at once, not by and by: up to a first frame the app makes many, and nearly all of them stay. */
export function collectLess(): void {
  if (isNode20) setFlagsFromString('--semi-space-growth-factor=16');
}

/** What follows a first key is done again and again: it is optimised as soon as V8 does it by itself. */
export function optimiseSooner(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${OWN_BUDGET}`);
}
