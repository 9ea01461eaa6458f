/** The signals that end a run, with the exit codes that shells expect. */
export const SIGNAL_EXIT_CODES = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143} as const;
export type EndingSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Every kind of failure, with its exit code and what scripts may rely on. */
const CODES = {
  bug: [1, 'a check failed (auth doctor, versions check), or a bug'],
  usage: [2, 'usage'],
  credentials: [3, 'credentials: none, incomplete, mixed under strict, refused'],
  'not-found': [4, 'not found'],
  conflict: [5, "conflict: the version's state does not allow it, or it exists already"],
  rejected: [6, 'the service rejected the request'],
  network: [7, 'network'],
  service: [8, 'the service failed, or sent an invalid response'],
  'rate-limited': [9, 'rate limited'],
  storage: [10, 'config file or keychain cannot be read or written'],
  waited: [11, 'timed out waiting (--max-wait)'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

/** Classified by who can fix it; `interrupted` is a signal. */
export type ErrorKind = keyof typeof CODES | 'interrupted';

export function exitCode({kind, facts}: {kind: ErrorKind; facts: {signal?: EndingSignal}}): number {
  return kind === 'interrupted' ? SIGNAL_EXIT_CODES[facts.signal ?? 'SIGINT'] : CODES[kind][0];
}

export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done; an empty list is success'],
  ...Object.values(CODES).map(([code, meaning]) => [String(code), meaning] as const),
  [Object.values(SIGNAL_EXIT_CODES).join(', '), Object.keys(SIGNAL_EXIT_CODES).join(', ')],
];
