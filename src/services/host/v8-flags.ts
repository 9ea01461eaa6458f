import process from 'node:process';
import {setFlagsFromString} from 'node:v8';

/** V8 rejects compiled code once a flag has changed, so flags are set when only Node's own modules are left to load. */
const isNode20 = process.versions.node.startsWith('20.');

const OWN_BUDGET = 66 * 1024;

/** Halves the CPU time until the first frame on Node 20. An early exit would also wait for threads that optimise. */
export function compileLess(): void {
  if (!isNode20) return;
  setFlagsFromString('--liftoff-only');
  setFlagsFromString(`--interrupt-budget=${15 * OWN_BUDGET}`);
}

export function optimiseSooner(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${OWN_BUDGET}`);
}
