import {TYPE} from '../../../store/wire.ts';
import {wireDate} from '../../dates.ts';
import {derivedId} from '../../records/ids.ts';
import type {VersionRecord} from '../../records/shapes.ts';
import {type Node, related} from '../documents.ts';

const HOUR = 3_600_000;

/** What customers say of a version, the newest first. */
export function customerReviews(version: VersionRecord): Node[] {
  const count = version.reviews ?? 0;
  return Array.from({length: count}, (_, index) => customerReview(version, count - 1 - index));
}

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
  const written = version.created + (index + 1) * 19 * HOUR;
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
