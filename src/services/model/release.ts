import type {ToolError} from './error.ts';
import type {HistoryEntry} from './history.ts';
import type {Readiness} from './readiness.ts';
import type {ReleaseNote} from './release-notes.ts';
import type {Submission} from './submission.ts';
import type {SubmitCase} from './submit-case.ts';
import type {App, StoreVersion} from './version.ts';

/** A part of what is read: what came, or why it did not. Neither while it is on its way. */
export interface Part<T> {
  /** Beside an error: what an earlier reading brought. */
  value?: T;
  error?: ToolError;
}

/** A version with what matters at its stage. */
export interface Release {
  /** With its build and its phased release. */
  version: StoreVersion;
  app?: App;
  /** The app's own locale. */
  primaryLocale?: string;
  notes: Part<ReleaseNote[]>;
  review: Part<Review>;
  /** What is still missing; only while the version is editable. */
  readiness?: Part<Readiness>;
}

/** What became of a version in review. */
export interface Review {
  /** That holds it: the one that is open, else the last. */
  submission?: Submission;
  /** Where submitting it stands. */
  submitting?: SubmitCase;
  /** Oldest first, what has no date last. */
  history: HistoryEntry[];
}

/** A newer reading; a part of it that failed keeps what an earlier one brought. */
export function withOlder(release: Release, before: Release | undefined): Release {
  const kept = <T>(now: Part<T>, then: Part<T> | undefined): Part<T> =>
    now.error ? {...now, value: then?.value} : now;
  return {
    ...release,
    notes: kept(release.notes, before?.notes),
    review: kept(release.review, before?.review),
    readiness: release.readiness && kept(release.readiness, before?.readiness),
  };
}
