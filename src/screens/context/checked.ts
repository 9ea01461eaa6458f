import type {Readiness} from '../../services/model/readiness.ts';

/** What was found missing in this run. Nothing is requested for it, and a write or another profile ends it. */
export interface Checked {
  /** Keeps what a check has found. */
  note(readiness: Readiness): void;
  /** What is known of a version. */
  of(versionId: string): Readiness | undefined;
}
