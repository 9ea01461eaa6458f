import {ATTRIBUTE, branded, REL, TYPE} from '../../store/wire.ts';
import {ageRatingId, appInfoId, isEditable, ONCE_FOR_SALE} from '../lifecycle/lookups.ts';
import {type AppRecord, type VersionRecord, wireDate} from '../records/shapes.ts';
import {derivedId, type Store, sampleId} from '../records/store.ts';
import {type Node, RecordNode} from './documents.ts';
import fixtures from './fixtures.json' with {type: 'json'};

type Attributes = Readonly<Record<string, unknown>>;

const ACTORS: Readonly<Record<string, Attributes>> = fixtures.actors;

export function actor(app: string, name = ''): Node | undefined {
  const attributes = Object.hasOwn(ACTORS, name) ? ACTORS[name] : undefined;
  return attributes && new RecordNode(TYPE.actor, {...attributes, id: sampleId(TYPE.actor, app, name)});
}

const HOUR = 3_600_000;

export const customerReviews = (version: VersionRecord): Node[] =>
  Array.from({length: version.reviews ?? 0}, (_, index) => customerReview(version, index)).reverse();

function customerReview({id, created}: VersionRecord, index: number): Node {
  const written = created + (index + 1) * 19 * HOUR;
  const review = {
    ...fixtures.opinions[index % fixtures.opinions.length],
    id: derivedId(`${TYPE.customerReview} ${index}`, id),
    reviewerNickname: `reader${index + 1}`,
    createdDate: wireDate(written),
    publishedResponse: index % 3 === 0 || undefined,
  };
  return new RecordNode(TYPE.customerReview, review, {keys: {createdDate: () => written}});
}

export function appInfos(store: Store, app: AppRecord, node: () => Node): Node[] {
  const states = store
    .newest(app.id)
    .slice(0, 50)
    .map(({state}) => state);
  const inFlight = states.filter((state) => !ONCE_FOR_SALE.includes(state));
  const isLive = inFlight.length < states.length;
  const next = inFlight.find(isEditable) ?? inFlight[0];
  const live = {state: 'READY_FOR_DISTRIBUTION', [ATTRIBUTE.oldState]: 'READY_FOR_SALE'};
  const coming = {state: infoState(next), [ATTRIBUTE.oldState]: next ?? 'PREPARE_FOR_SUBMISSION'};
  return [
    ...(isLive ? [appInfo(app, 'live', live, node)] : []),
    ...(next || !isLive ? [appInfo(app, 'next', coming, node)] : []),
  ];
}

function infoState(state = 'PREPARE_FOR_SUBMISSION'): string {
  const same = ['IN_REVIEW', 'WAITING_FOR_REVIEW', 'READY_FOR_REVIEW', 'DEVELOPER_REJECTED', 'REJECTED'];
  if (same.includes(state)) return state;
  return isEditable(state) ? 'PREPARE_FOR_SUBMISSION' : 'PENDING_RELEASE';
}

function appInfo(app: AppRecord, kind: 'live' | 'next', states: Attributes, node: () => Node): Node {
  const {lacks = []} = app;
  const id = appInfoId(app, kind);
  const isRated = !lacks.includes('age rating');
  const category = () => {
    const primary = {id: 'PRODUCTIVITY', platforms: ['IOS', 'MAC_OS', 'TV_OS']};
    return lacks.includes('category') ? undefined : new RecordNode('appCategories', primary);
  };
  const attributes = {...states, ...(isRated && {[branded('~AgeRating')]: 'FOUR_PLUS', koreaAgeRating: 'ALL'})};
  const related = {
    app: node,
    [REL.ageRating]: () => new RecordNode(TYPE.ageRating, {...(isRated && fixtures.ageRating), id: ageRatingId(id)}),
    primaryCategory: category,
  };
  return new RecordNode(TYPE.appInfo, {...attributes, id}, {related});
}
