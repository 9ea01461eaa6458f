/** Stretches the deadlines that only end a hanging test, e.g. `TEST_PATIENCE=6` on a machine that has other things to do. */
const {TEST_PATIENCE = '1'} = process.env;

export const PATIENCE = Number(TEST_PATIENCE);
