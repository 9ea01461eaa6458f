import type {ErrorKind, ToolError} from '../services/model/error.ts';
import {SIGNAL_EXIT_CODES} from '../services/model/signals.ts';

/** The one table of exit codes, with what a script may rely on. */
const CODES: Record<Exclude<ErrorKind, 'interrupted'>, readonly [code: number, meaning: string]> = {
  bug: [1, 'a check failed (auth doctor, versions check), or a bug'],
  usage: [2, 'usage'],
  credentials: [3, 'credentials: none, incomplete, mixed under strict, refused'],
  'not-found': [4, 'not found'],
  conflict: [5, "conflict: the version's state does not allow it, or it exists already"],
  rejected: [6, 'the service rejected the request'],
  network: [7, 'network'],
  service: [8, 'the service failed, or sent what cannot be understood'],
  'rate-limited': [9, 'rate limited'],
  storage: [10, 'config file or keychain cannot be read or written'],
  waited: [11, 'timed out waiting (--max-wait)'],
};

export function exitCode({kind, facts}: ToolError): number {
  return kind === 'interrupted' ? SIGNAL_EXIT_CODES[facts.signal ?? 'SIGINT'] : CODES[kind][0];
}

/** For help and documentation. */
export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done; an empty list is success'],
  ...Object.values(CODES).map(([code, meaning]) => [String(code), meaning] as const),
  [Object.values(SIGNAL_EXIT_CODES).join(', '), Object.keys(SIGNAL_EXIT_CODES).join(', ')],
];
