import type {CheckCommand} from './outcome.ts';
import type {Requirement} from './requirements.ts';

export type CheckId =
  | Requirement
  /** Another submission in the way. */
  | 'submission'
  | 'release-date'
  /** What the API does not show. */
  | 'not-visible'
  /** What the service itself found. */
  | 'service';

export interface ReadinessCheck {
  id: CheckId;
  status: 'ok' | 'error' | 'warning' | 'unknown';
  message: string;
  /** Where one locale is meant. */
  locale?: string;
  /** What mends it. */
  command?: CheckCommand;
  hint?: string;
}

/** Whether a version can be submitted: it can without an error. */
export interface Readiness {
  versionId: string;
  ready: boolean;
  /** Errors first. */
  checks: ReadinessCheck[];
  /** What was left behind by asking the service. */
  note?: string;
}

const ORDER: readonly ReadinessCheck['status'][] = ['error', 'warning', 'unknown', 'ok'];

export function readiness(versionId: string, checks: readonly ReadinessCheck[], note?: string): Readiness {
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  return {versionId, ready: checks.every(({status}) => status !== 'error'), checks: sorted, note};
}
