/** Always the same, so that `--next` works across runs. Nothing listens there: requests are answered in this process. */
export const SANDBOX_ORIGIN = 'http://localhost';
