import {createHash} from 'node:crypto';
import {ATTRIBUTE, branded, REL, TYPE, VERSION_REL} from '../../store/wire.ts';
import {ageRatingId, appInfoId, isEditable, ONCE_FOR_SALE} from '../lifecycle/lookups.ts';
import {type AppRecord, type VersionRecord, wireDate} from '../records/shapes.ts';
import {derivedId, type Store, sampleId} from '../records/store.ts';
import {SANDBOX_KEY_ID} from '../sandbox-key.ts';
import {resourceType} from './api-document.ts';
import {type Node, RecordNode} from './documents.ts';

/** Resources without records: made up, or derived from other records. */

type Attributes = Readonly<Record<string, unknown>>;

const hashOf = (algorithm: 'md5' | 'sha256', {id}: VersionRecord): string =>
  createHash(algorithm).update(id).digest('hex');

export const PARTS: Readonly<Record<string, (version: VersionRecord) => Attributes>> = {
  [TYPE.gameVersion]: () => ({enabled: true}),
  [TYPE.coverage]: (version) => ({
    fileSize: 20_480,
    fileName: 'coverage.geojson',
    sourceFileChecksum: hashOf('md5', version),
    assetDeliveryState: {errors: [], warnings: [], state: 'COMPLETE'},
  }),
  [TYPE.clipExperience]: () => ({action: 'OPEN'}),
  [TYPE.experiment]: ({created}) => ({
    name: 'Bolder icon',
    trafficProportion: 25,
    state: 'APPROVED',
    reviewRequired: true,
    startDate: wireDate(created),
  }),
  [VERSION_REL.experimentsV2]: ({created, platform}) => ({
    name: 'Screenshots in the dark',
    platform,
    trafficProportion: 40,
    state: 'ACCEPTED',
    reviewRequired: false,
    startDate: wireDate(created),
  }),
  [TYPE.distributionPackage]: (version) => ({
    sourceFileChecksum: {
      file: {hash: hashOf('sha256', version), algorithm: 'SHA_256'},
      composite: {hash: hashOf('md5', version), algorithm: 'MD5'},
    },
  }),
};

/** Who did something: a person in the browser, the sandbox's key, or App Review. */
const ACTORS: Readonly<Record<string, Attributes>> = {
  developer: {actorType: 'USER', userFirstName: 'Robin', userLastName: 'Example', userEmail: 'robin@example.com'},
  key: {actorType: 'API_KEY', apiKeyId: SANDBOX_KEY_ID},
  reviewer: {actorType: 'APPLE'},
};

export function actor(app: string, name = ''): Node | undefined {
  const attributes = Object.hasOwn(ACTORS, name) ? ACTORS[name] : undefined;
  return attributes && new RecordNode(TYPE.actor, {...attributes, id: sampleId(TYPE.actor, app, name)});
}

const OPINIONS = [
  {rating: 5, territory: 'USA', title: 'Just right', body: 'Does what it says, and quickly.'},
  {rating: 4, territory: 'JPN', title: 'とても良い 👍', body: '毎日使っています。'},
  {rating: 2, territory: 'GBR', title: 'Sync is slow', body: 'Takes a minute on my old phone.\nOtherwise fine.'},
  {rating: 3, territory: 'DEU', title: 'Schön, aber …', body: 'Der dunkle Modus fehlt.'},
  {rating: 1, territory: 'FRA', title: 'Crashes', body: 'Opens, closes, opens, closes.'},
] as const;
const CURRENCIES = {USA: 'USD', JPN: 'JPY', GBR: 'GBP', DEU: 'EUR', FRA: 'EUR'};
const HOUR = 3_600_000;

/** Newest first. */
export const customerReviews = (version: VersionRecord): Node[] =>
  Array.from({length: version.reviews ?? 0}, (_, index) => customerReview(version, index)).reverse();

function customerReview({id, created}: VersionRecord, index: number): Node {
  const opinion = OPINIONS[index % OPINIONS.length] ?? OPINIONS[0];
  const written = created + (index + 1) * 19 * HOUR;
  const review = {
    ...opinion,
    id: derivedId(`${TYPE.customerReview} ${index}`, id),
    reviewerNickname: `reader${index + 1}`,
    createdDate: wireDate(written),
    /** For `exists[publishedResponse]`. */
    publishedResponse: index % 3 === 0 || undefined,
  };
  const response = {
    id: derivedId('response', review.id),
    responseBody: 'Thank you!',
    lastModifiedDate: wireDate(written + 5 * HOUR),
    state: 'PUBLISHED',
  };
  const node: Node = new RecordNode(TYPE.customerReview, review, {
    related: {
      response: ({publishedResponse}) =>
        publishedResponse && new RecordNode('customerReviewResponses', response, {related: {review: () => node}}),
      reviewTerritory: ({territory: id}) => new RecordNode('territories', {id, currency: CURRENCIES[id]}),
    },
    keys: {createdDate: () => written},
  });
  return node;
}

/** The live app info and the one of the version in flight, which is among the newest. */
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
  const {name, primaryLocale: locale, lacks = []} = app;
  const id = appInfoId(app, kind);
  const isRated = !lacks.includes('age rating');
  const category = (id: string) =>
    lacks.includes('category')
      ? undefined
      : new RecordNode('appCategories', {id, platforms: ['IOS', 'MAC_OS', 'TV_OS']});
  const attributes = {...states, ...(isRated && {[branded('~AgeRating')]: 'FOUR_PLUS', koreaAgeRating: 'ALL'})};
  const privacyPolicyUrl = 'https://www.example.com/privacy';
  const texts = {id: derivedId('appInfoLocalizations', id), locale, name, privacyPolicyUrl};
  const related = {
    app: node,
    [REL.ageRating]: () => new RecordNode(TYPE.ageRating, {...(isRated && ageRating(kind)), id: ageRatingId(id)}),
    appInfoLocalizations: () => new RecordNode('appInfoLocalizations', texts),
    primaryCategory: () => category('PRODUCTIVITY'),
    secondaryCategory: () => category('UTILITIES'),
  };
  return new RecordNode(TYPE.appInfo, {...attributes, id}, {related});
}

const YES_NO_ANSWERS = `advertising ageAssurance gambling healthOrWellnessTopics lootBox messagingAndChat parentalControls
  socialMedia socialMediaAgeRestricted unrestrictedWebAccess userGeneratedContent`;
const UNANSWERED = ['kidsAgeBand', 'ageRatingOverride', 'koreaAgeRatingOverride', 'developerAgeRatingInfoUrl'];

function ageRating(kind: 'live' | 'next'): Attributes {
  const yesNo = YES_NO_ANSWERS.split(/\s+/);
  const answers = resourceType(TYPE.ageRating)
    .attributes.filter((name) => !UNANSWERED.includes(name))
    .map((name) => [name, yesNo.includes(name) ? false : 'NONE']);
  const changed = kind === 'next' && {messagingAndChat: true, profanityOrCrudeHumor: 'INFREQUENT'};
  return {...Object.fromEntries(answers), ...changed};
}
