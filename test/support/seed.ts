import fc from 'fast-check';

/** Property tests take their seed from `TEST_SEED`; without one each run has its own, and a failure names it. */
const {TEST_SEED} = process.env;
if (TEST_SEED) fc.configureGlobal({seed: Number(TEST_SEED)});
