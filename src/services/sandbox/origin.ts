/**
 * The origin in the links of the store behind `--sandbox`: always the same, so that `--next` works from one run to
 * the next. Nothing listens there: requests to it are answered within the process.
 */
export const SANDBOX_ORIGIN = 'http://localhost';
