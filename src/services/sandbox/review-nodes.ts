import {RELEASE_REQUEST_VERSION, REVIEW_SUBMISSION_VERSION, TYPE} from '../store/wire.ts';
import {wireDate} from './dates.ts';
import {type Node, related} from './documents.ts';
import {derivedId} from './ids.ts';
import type {Nodes} from './nodes.ts';
import type {VersionRecord} from './records.ts';
import {submissionState} from './states.ts';
import type {StoreView} from './view.ts';

const HOUR = 3_600_000;

/** What reviewers and customers say: review submissions and customer reviews. */
export function reviewNodes(view: StoreView, nodes: Nodes): Pick<Nodes, 'reviewSubmissions' | 'customerReviews'> {
  function submissionNode(version: VersionRecord): Node {
    const id = derivedId(TYPE.reviewSubmission, version.id);
    const app = view.seed.findApp(version.app);
    const state = submissionState(view.state(version));
    return {
      type: TYPE.reviewSubmission,
      id,
      attributes: {
        platform: version.platform,
        submittedDate: wireDate(Date.parse(version.createdDate) + 20 * HOUR),
        state,
      },
      related: {
        app: () => related(app && nodes.app(app)),
        items: () =>
          related({
            type: TYPE.reviewSubmissionItem,
            id: derivedId(TYPE.reviewSubmissionItem, version.id),
            attributes: {state: ITEM_STATES[state] ?? 'READY_FOR_REVIEW'},
            related: {[RELEASE_REQUEST_VERSION]: () => related(nodes.version(version))},
          }),
        [REVIEW_SUBMISSION_VERSION]: () => related(nodes.version(version)),
        submittedByActor: () => related(ACTORS[0]),
        lastUpdatedByActor: () => related(ACTORS[state === 'COMPLETE' ? 1 : 0]),
      },
    };
  }

  return {
    reviewSubmissions(app) {
      const versions = view.versions(app).take(0, app.heads + 50);
      return versions
        .filter(({id}) => /review|both/.test(view.extras(id).submission ?? ''))
        .map((version) => submissionNode(version));
    },
    customerReviews(version) {
      const count = view.extras(version.id).reviews ?? 0;
      return Array.from({length: count}, (_, index) => customerReview(version, count - 1 - index));
    },
  };
}

const ITEM_STATES: Readonly<Record<string, string>> = {COMPLETE: 'APPROVED', UNRESOLVED_ISSUES: 'REJECTED'};

const ACTORS: readonly Node[] = [
  {
    type: TYPE.actor,
    id: derivedId(TYPE.actor, 'developer'),
    attributes: {actorType: 'USER', userFirstName: 'Robin', userLastName: 'Example', userEmail: 'robin@example.com'},
  },
  {type: TYPE.actor, id: derivedId(TYPE.actor, 'reviewer'), attributes: {actorType: 'APPLE'}},
];

const OPINIONS = [
  {rating: 5, title: 'Just right', body: 'Does what it says, and quickly.'},
  {rating: 4, title: 'とても良い 👍', body: '毎日使っています。'},
  {rating: 2, title: 'Sync is slow', body: 'Takes a minute on my old phone.\nOtherwise fine.'},
  {rating: 3, title: 'Schön, aber …', body: 'Der dunkle Modus fehlt.'},
  {rating: 1, title: 'Crashes', body: 'Opens, closes, opens, closes.'},
] as const;
const COUNTRIES = ['USA', 'JPN', 'GBR', 'DEU', 'FRA'];
const CURRENCIES: Readonly<Record<string, string>> = {USA: 'USD', JPN: 'JPY', GBR: 'GBP', DEU: 'EUR', FRA: 'EUR'};

function customerReview(version: VersionRecord, index: number): Node {
  const opinion = OPINIONS[index % OPINIONS.length] ?? OPINIONS[0];
  const territory = COUNTRIES[index % COUNTRIES.length] ?? 'USA';
  const written = Date.parse(version.createdDate) + (index + 1) * 19 * HOUR;
  const review: Node = {
    type: TYPE.customerReview,
    id: derivedId(`${TYPE.customerReview} ${index}`, version.id),
    attributes: {...opinion, reviewerNickname: `reader${index + 1}`, createdDate: wireDate(written), territory},
  };
  const answer: Node = {
    type: 'customerReviewResponses',
    id: derivedId('response', review.id),
    attributes: {responseBody: 'Thank you!', lastModifiedDate: wireDate(written + 5 * HOUR), state: 'PUBLISHED'},
    related: {review: () => related(review)},
  };
  return {
    ...review,
    related: {
      response: () => related(index % 3 === 0 ? answer : undefined),
      reviewTerritory: () =>
        related({type: 'territories', id: territory, attributes: {currency: CURRENCIES[territory] ?? 'USD'}}),
    },
  };
}
