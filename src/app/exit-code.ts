import type {ErrorKind, ToolError} from '../services/model/error.ts';
import {SIGNAL_EXIT_CODES} from '../services/model/signals.ts';

/** The one table of exit codes. */
const CODES: Record<Exclude<ErrorKind, 'interrupted'>, number> = {
  bug: 1,
  usage: 2,
  credentials: 3,
  'not-found': 4,
  conflict: 5,
  rejected: 6,
  network: 7,
  service: 8,
  'rate-limited': 9,
  storage: 10,
  waited: 11,
};

export function exitCode({kind, facts}: ToolError): number {
  return kind === 'interrupted' ? SIGNAL_EXIT_CODES[facts.signal ?? 'SIGINT'] : CODES[kind];
}

/** For help: what a script may rely on. */
export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done; an empty list is success'],
  ['1', 'a check failed, or a bug'],
  ['2', 'usage'],
  ['3', 'credentials'],
  ['4', 'not found'],
  ['5', 'conflict with a state'],
  ['6', 'rejected by the service'],
  ['7', 'network'],
  ['8', 'the service failed'],
  ['9', 'rate limited'],
  ['10', 'config file or keychain'],
  ['11', 'waited in vain: --max-wait is over'],
  ['130', 'interrupted'],
];
