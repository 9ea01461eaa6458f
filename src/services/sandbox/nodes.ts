import {appNodes} from './app-nodes.ts';
import {buildNodes} from './build-nodes.ts';
import type {Node} from './documents.ts';
import type {BuildRecord, VersionRecord} from './records.ts';
import {reviewNodes} from './review-nodes.ts';
import type {AppData} from './seed.ts';
import {versionNodes} from './version-nodes.ts';
import type {StoreView} from './view.ts';

/** Every resource of the store as a node of the graph that documents are cut from. */
export interface Nodes {
  app(app: AppData): Node;
  appInfos(app: AppData): Node[];
  /** The declaration of one app info, by the app info's ID. */
  ageRating(appInfoId: string): Node | undefined;
  version(version: VersionRecord): Node;
  phasedRelease(version: VersionRecord): Node | undefined;
  submission(version: VersionRecord): Node | undefined;
  experiments(version: VersionRecord): {first?: Node; second?: Node};
  build(build: BuildRecord): Node;
  preReleaseVersion(build: BuildRecord): Node;
  reviewSubmissions(app: AppData): Node[];
  customerReviews(version: VersionRecord): Node[];
}

export function createNodes(view: StoreView): Nodes {
  const nodes = {} as Nodes;
  return Object.assign(
    nodes,
    appNodes(view, nodes),
    versionNodes(view, nodes),
    buildNodes(view, nodes),
    reviewNodes(view, nodes),
  );
}
