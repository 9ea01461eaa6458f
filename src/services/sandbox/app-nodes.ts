import {stateIs} from '../model/states.ts';
import {AGE_RATING_REL, APP_VERSIONS_REL, branded, OLD_STATE, TYPE, VERSION_REL} from '../store/wire.ts';
import {type Node, related} from './documents.ts';
import {derivedId, encodeId, KIND} from './ids.ts';
import type {Nodes} from './nodes.ts';
import type {AppData} from './seed.ts';
import type {StoreView} from './view.ts';

const LIVE = ['READY_FOR_SALE', 'REMOVED_FROM_SALE', 'PROCESSING_FOR_APP_STORE', 'REPLACED_WITH_NEW_VERSION'];
/** Versions that are looked at for what an app info says: those in flight are the newest ones. */
const NEWEST = 50;

/** Apps, their app infos and age ratings. */
export function appNodes(view: StoreView, nodes: Nodes): Pick<Nodes, 'app' | 'appInfos' | 'ageRating'> {
  function infoNode(app: AppData, ordinal: 0 | 1, state: string, olderState: string): Node {
    const id = encodeId({kind: KIND.appInfo, app: app.index, ordinal});
    return {
      type: TYPE.appInfo,
      id,
      attributes: {[OLD_STATE]: olderState, state, [branded('~AgeRating')]: 'FOUR_PLUS', koreaAgeRating: 'ALL'},
      related: {
        app: () => related(nodes.app(app)),
        [AGE_RATING_REL]: () => related(ageRatingNode(id, ordinal === 0)),
        appInfoLocalizations: () => related(localizationNode(app, id)),
        primaryCategory: () => related(category('PRODUCTIVITY')),
        secondaryCategory: () => related(category('UTILITIES')),
      },
    };
  }

  return {
    app: (app) => ({
      type: TYPE.app,
      id: app.id,
      attributes: {
        name: app.seed.name,
        bundleId: app.seed.bundleId,
        sku: app.seed.sku,
        primaryLocale: app.seed.locale,
        isOrEverWasMadeForKids: false,
        contentRightsDeclaration: 'DOES_NOT_USE_THIRD_PARTY_CONTENT',
        streamlinedPurchasingEnabled: true,
      },
      related: {
        [APP_VERSIONS_REL]: () => {
          const {total, take} = view.versions(app);
          return {total, take: (limit) => take(0, limit).map(nodes.version)};
        },
        builds: () => ({total: app.buildCount, take: (limit) => newestBuilds(app, limit).map(nodes.build)}),
        preReleaseVersions: () => {
          const own = new Set(app.seed.builds.map(({version, platform}) => `${version} ${platform}`)).size;
          return {total: own + app.buildCount - app.seed.builds.length, take: (limit) => preReleases(app, limit)};
        },
        appInfos: () => related(...nodes.appInfos(app)),
        reviewSubmissions: () => related(...nodes.reviewSubmissions(app)),
        [VERSION_REL.experimentsV2]: () =>
          related(
            ...view
              .versions(app)
              .take(0, app.heads)
              .map((version) => nodes.experiments(version).second),
          ),
      },
    }),

    appInfos(app) {
      const versions = view.versions(app);
      const states = versions.take(0, NEWEST).map(view.state);
      const inFlight = states.filter((state) => !LIVE.includes(state));
      const next = inFlight.find((state) => stateIs(state, 'editable')) ?? inFlight[0];
      const live = states.some((state) => LIVE.includes(state));
      return [
        ...(live ? [infoNode(app, 0, 'READY_FOR_DISTRIBUTION', 'READY_FOR_SALE')] : []),
        ...(next || !live ? [infoNode(app, 1, infoState(next), next ?? 'PREPARE_FOR_SUBMISSION')] : []),
      ];
    },

    ageRating(appInfoId) {
      const found = view.seed.locate(appInfoId, KIND.appInfo);
      const info = found && nodes.appInfos(found.app).find(({id}) => id === appInfoId);
      return info && ageRatingNode(appInfoId, found.ordinal === 0);
    },
  };

  function newestBuilds(app: AppData, limit: number) {
    return Array.from({length: Math.min(limit, app.buildCount)}, (_, ordinal) => app.build(ordinal));
  }

  function preReleases(app: AppData, limit: number): Node[] {
    const found = new Map<string, Node>();
    for (let ordinal = 0; ordinal < app.buildCount && found.size < limit; ordinal += 1) {
      const node = nodes.preReleaseVersion(app.build(ordinal));
      if (!found.has(node.id)) found.set(node.id, node);
    }
    return [...found.values()];
  }
}

/** What an app info's own state makes of that of the version in flight. */
function infoState(state = 'PREPARE_FOR_SUBMISSION'): string {
  if (['IN_REVIEW', 'WAITING_FOR_REVIEW', 'READY_FOR_REVIEW', 'DEVELOPER_REJECTED', 'REJECTED'].includes(state)) {
    return state;
  }
  return stateIs(state, 'editable') ? 'PREPARE_FOR_SUBMISSION' : 'PENDING_RELEASE';
}

function ageRatingNode(appInfoId: string, live: boolean): Node {
  return {
    type: TYPE.ageRating,
    id: derivedId(TYPE.ageRating, appInfoId),
    attributes: {
      advertising: false,
      alcoholTobaccoOrDrugUseOrReferences: 'NONE',
      contests: 'NONE',
      gambling: false,
      gamblingSimulated: 'NONE',
      lootBox: false,
      messagingAndChat: !live,
      profanityOrCrudeHumor: live ? 'NONE' : 'INFREQUENT',
      unrestrictedWebAccess: false,
      userGeneratedContent: false,
      violenceCartoonOrFantasy: 'NONE',
      violenceRealistic: 'NONE',
      ageRatingOverrideV2: 'NONE',
    },
  };
}

function localizationNode(app: AppData, appInfoId: string): Node {
  return {
    type: 'appInfoLocalizations',
    id: derivedId('appInfoLocalizations', appInfoId),
    attributes: {locale: app.seed.locale, name: app.seed.name, privacyPolicyUrl: 'https://www.example.com/privacy'},
  };
}

function category(id: string): Node {
  return {type: 'appCategories', id, attributes: {platforms: ['IOS', 'MAC_OS', 'TV_OS']}};
}
