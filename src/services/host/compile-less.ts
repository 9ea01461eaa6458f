import process from 'node:process';
import {setFlagsFromString} from 'node:v8';

/**
 * Makes Node 20 compile for runs of a second: WebAssembly (undici's parser, Yoga) once, JavaScript anew and optimised only
 * where it stays busy. It is done on other threads, but an end waits for it. Comes after Node's own modules are loaded: once
 * its flags have changed, V8 takes no compiled form any more.
 */
export function compileLess(): void {
  if (!process.versions.node.startsWith('20.')) return;
  setFlagsFromString('--liftoff-only');
  // 15 times its own: per function, in bytes of bytecode that have run.
  setFlagsFromString('--interrupt-budget=1000000');
}
