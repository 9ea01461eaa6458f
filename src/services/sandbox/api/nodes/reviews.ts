import {RELEASE_REQUEST_VERSION, REVIEW_SUBMISSION_VERSION, TYPE} from '../../../store/wire.ts';
import {itemsOf, versionIn} from '../../lifecycle/lookups.ts';
import {sampleId} from '../../records/ids.ts';
import type {ItemRecord, SubmissionRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {SANDBOX_KEY_ID} from '../../sandbox-key.ts';
import {type Node, related} from '../documents.ts';
import type {Nodes} from './graph.ts';

export function submissionNode(store: Store, nodes: Nodes, submission: SubmissionRecord): Node {
  const {id, app: appId, platform, submittedDate, state, submittedBy, updatedBy} = submission;
  return {
    type: TYPE.reviewSubmission,
    id,
    attributes: {platform, submittedDate, state},
    related: {
      app: () => {
        const app = store.samples.app(appId);
        return related(app && nodes.app(app));
      },
      items: () => related(...itemsOf(store, submission).map(nodes.item)),
      [REVIEW_SUBMISSION_VERSION]: () => {
        const version = versionIn(store, submission);
        return related(version && nodes.version(version));
      },
      submittedByActor: () => related(actorNode(appId, submittedBy)),
      lastUpdatedByActor: () => related(actorNode(appId, updatedBy)),
    },
  };
}

export function itemNode(store: Store, nodes: Nodes, {id, state, version, purchase}: ItemRecord): Node {
  return {
    type: TYPE.reviewSubmissionItem,
    id,
    attributes: {state},
    related: {
      [RELEASE_REQUEST_VERSION]: () => {
        const found = version === undefined ? undefined : store.find('versions', version);
        return related(found && nodes.version(found));
      },
      inAppPurchaseVersion: () =>
        related(
          purchase === undefined
            ? undefined
            : {type: 'inAppPurchaseVersions', id: purchase, attributes: {version: 1, state: 'IN_REVIEW'}},
        ),
    },
  };
}

/** Who did something: a person in the browser, the sandbox's key, or review. */
const ACTORS: Readonly<Record<string, Node['attributes']>> = {
  developer: {actorType: 'USER', userFirstName: 'Robin', userLastName: 'Example', userEmail: 'robin@example.com'},
  key: {actorType: 'API_KEY', apiKeyId: SANDBOX_KEY_ID},
  reviewer: {actorType: 'APPLE'},
};

function actorNode(app: string, name = ''): Node | undefined {
  const attributes = Object.hasOwn(ACTORS, name) ? ACTORS[name] : undefined;
  return attributes && {type: TYPE.actor, id: sampleId(TYPE.actor, app, name), attributes};
}
