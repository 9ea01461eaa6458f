/** The signals that end a run, with the exit code that shells expect of each. */
export const SIGNAL_EXIT_CODES = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143} as const;
export type EndingSignal = keyof typeof SIGNAL_EXIT_CODES;
