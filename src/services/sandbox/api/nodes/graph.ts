import type {
  AppRecord,
  BuildRecord,
  ItemRecord,
  LocalizationRecord,
  PhasedRecord,
  ReviewDetailRecord,
  SubmissionRecord,
  VersionRecord,
} from '../../records/shapes.ts';
import type {Node} from '../documents.ts';

/** Every resource of the store as a node of the graph that documents are cut from. */
export interface Nodes {
  app(app: AppRecord): Node;
  appInfos(app: AppRecord): Node[];
  version(version: VersionRecord): Node;
  localization(localization: LocalizationRecord): Node;
  reviewDetail(detail: ReviewDetailRecord): Node;
  phasedRelease(release: PhasedRecord): Node;
  /** The older kind of submission. */
  versionSubmission(version: VersionRecord): Node | undefined;
  experiments(version: VersionRecord): {first?: Node; second?: Node};
  build(build: BuildRecord): Node;
  preReleaseVersion(build: BuildRecord): Node;
  reviewSubmission(submission: SubmissionRecord): Node;
  item(item: ItemRecord): Node;
  customerReviews(version: VersionRecord): Node[];
}
