import fc from 'fast-check';

/** Property tests take their seed from TEST_SEED. Without it, each run has another seed, which a failure prints. */
const {TEST_SEED} = process.env;
if (TEST_SEED) fc.configureGlobal({seed: Number(TEST_SEED)});
