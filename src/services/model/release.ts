import type {ToolError} from './error.ts';
import type {HistoryEntry} from './history.ts';
import type {Readiness} from './readiness.ts';
import type {ReleaseNote} from './release-notes.ts';
import type {Submission, SubmitCase} from './submission.ts';
import type {App, Build, StoreVersion} from './version.ts';

export interface Part<T> {
  value?: T;
  error?: ToolError;
}

export interface Release {
  version: StoreVersion;
  app?: App;
  notes: Part<ReleaseNote[]>;
  review: Part<Review>;
  readiness?: Part<Readiness>;
  newerBuild?: Part<Build | undefined>;
}

export interface Review {
  submission?: Submission;
  submitting?: SubmitCase;
  history: HistoryEntry[];
}

export function withPrevious(release: Release, before: Release | undefined): Release {
  const kept = <T>(now: Part<T>, then: Part<T> | undefined): Part<T> =>
    now.error ? {...now, value: then?.value} : now;
  return {
    ...release,
    notes: kept(release.notes, before?.notes),
    review: kept(release.review, before?.review),
    readiness: release.readiness && kept(release.readiness, before?.readiness),
  };
}
