import {AGE_RATING_REL, branded, OLD_STATE, TYPE} from '../../../store/wire.ts';
import {ageRatingId, appInfoId, type InfoKind} from '../../lifecycle/app-info.ts';
import {isEditable, ONCE_FOR_SALE} from '../../lifecycle/states.ts';
import {derivedId} from '../../records/ids.ts';
import type {AppRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {type Node, related} from '../documents.ts';
import type {Nodes} from './graph.ts';

/** Versions that are looked at for what an app info says: those in flight are the newest ones. */
const NEWEST = 50;

/** The app info in the store, and that of the version in flight. */
export function appInfoNodes(store: Store, nodes: Nodes, app: AppRecord): Node[] {
  const states = store
    .newestVersions(app.id, NEWEST)
    .versions.slice(0, NEWEST)
    .map(({state}) => state);
  const inFlight = states.filter((state) => !ONCE_FOR_SALE.includes(state));
  const next = inFlight.find(isEditable) ?? inFlight[0];
  const isLive = states.some((state) => ONCE_FOR_SALE.includes(state));
  return [
    ...(isLive ? [infoNode(nodes, app, 'live', 'READY_FOR_DISTRIBUTION', 'READY_FOR_SALE')] : []),
    ...(next || !isLive ? [infoNode(nodes, app, 'next', infoState(next), next ?? 'PREPARE_FOR_SUBMISSION')] : []),
  ];
}

function infoNode(nodes: Nodes, app: AppRecord, kind: InfoKind, state: string, olderState: string): Node {
  const id = appInfoId(app, kind);
  const isRated = !app.lacks?.includes('age rating');
  const hasCategory = !app.lacks?.includes('category');
  return {
    type: TYPE.appInfo,
    id,
    attributes: {
      [OLD_STATE]: olderState,
      state,
      ...(isRated && {[branded('~AgeRating')]: 'FOUR_PLUS', koreaAgeRating: 'ALL'}),
    },
    related: {
      app: () => related(nodes.app(app)),
      [AGE_RATING_REL]: () => related(ageRatingNode(id, kind, isRated)),
      appInfoLocalizations: () => related(localizationNode(app, id)),
      primaryCategory: () => related(hasCategory ? category('PRODUCTIVITY') : undefined),
      secondaryCategory: () => related(hasCategory ? category('UTILITIES') : undefined),
    },
  };
}

/** What an app info's own state makes of that of the version in flight. */
function infoState(state = 'PREPARE_FOR_SUBMISSION'): string {
  if (['IN_REVIEW', 'WAITING_FOR_REVIEW', 'READY_FOR_REVIEW', 'DEVELOPER_REJECTED', 'REJECTED'].includes(state)) {
    return state;
  }
  return isEditable(state) ? 'PREPARE_FOR_SUBMISSION' : 'PENDING_RELEASE';
}

function ageRatingNode(infoId: string, kind: InfoKind, isRated: boolean): Node {
  const none = (words: string) =>
    Object.fromEntries(
      words
        .trim()
        .split(/\s+/)
        .map((word) => [word, 'NONE']),
    );
  const no = (words: string) =>
    Object.fromEntries(
      words
        .trim()
        .split(/\s+/)
        .map((word) => [word, false]),
    );
  return {
    type: TYPE.ageRating,
    id: ageRatingId(infoId),
    attributes: isRated
      ? {
          ...none(`alcoholTobaccoOrDrugUseOrReferences contests gamblingSimulated gunsOrOtherWeapons
            medicalOrTreatmentInformation profanityOrCrudeHumor sexualContentGraphicAndNudity sexualContentOrNudity
            horrorOrFearThemes matureOrSuggestiveThemes violenceCartoonOrFantasy
            violenceRealisticProlongedGraphicOrSadistic violenceRealistic ageRatingOverrideV2`),
          ...no(`advertising ageAssurance gambling healthOrWellnessTopics lootBox messagingAndChat parentalControls
            socialMedia socialMediaAgeRestricted unrestrictedWebAccess userGeneratedContent`),
          ...(kind === 'next' && {messagingAndChat: true, profanityOrCrudeHumor: 'INFREQUENT'}),
        }
      : {},
  };
}

function localizationNode(app: AppRecord, infoId: string): Node {
  return {
    type: 'appInfoLocalizations',
    id: derivedId('appInfoLocalizations', infoId),
    attributes: {locale: app.primaryLocale, name: app.name, privacyPolicyUrl: 'https://www.example.com/privacy'},
  };
}

function category(id: string): Node {
  return {type: 'appCategories', id, attributes: {platforms: ['IOS', 'MAC_OS', 'TV_OS']}};
}
