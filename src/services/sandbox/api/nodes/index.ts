import type {Store} from '../../records/store.ts';
import {appInfoNodes} from './app-infos.ts';
import {appNode} from './apps.ts';
import {buildNode, preReleaseNode} from './builds.ts';
import {customerReviews} from './customer-reviews.ts';
import type {Nodes} from './graph.ts';
import {itemNode, submissionNode} from './reviews.ts';
import {
  experimentNodes,
  localizationNode,
  phasedNode,
  reviewDetailNode,
  versionSubmissionNode,
} from './version-parts.ts';
import {versionNode} from './versions.ts';

/** The graph of a store: what a node leads to is found when it is asked for. */
export function createNodes(store: Store): Nodes {
  const nodes: Nodes = {
    app: (app) => appNode(store, nodes, app),
    appInfos: (app) => appInfoNodes(store, nodes, app),
    version: (version) => versionNode(store, nodes, version),
    localization: (localization) => localizationNode(store, nodes, localization),
    reviewDetail: (detail) => reviewDetailNode(store, nodes, detail),
    phasedRelease: (release) => phasedNode(store, release),
    versionSubmission: (version) => versionSubmissionNode(store, nodes, version),
    experiments: (version) => experimentNodes(store, nodes, version),
    build: (build) => buildNode(store, nodes, build),
    preReleaseVersion: (build) => preReleaseNode(store, nodes, build),
    reviewSubmission: (submission) => submissionNode(store, nodes, submission),
    item: (item) => itemNode(store, nodes, item),
    customerReviews,
  };
  return nodes;
}
