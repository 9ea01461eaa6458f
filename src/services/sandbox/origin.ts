/** A constant address, so that `--next` works across runs. Nothing listens there, because this process answers. */
export const SANDBOX_ORIGIN = 'http://localhost';
