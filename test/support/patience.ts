/** Stretches the deadlines that end a hanging test, e.g. `TEST_PATIENCE=6` on a busy machine. */
const {TEST_PATIENCE = '1'} = process.env;

export const PATIENCE = Number(TEST_PATIENCE);
