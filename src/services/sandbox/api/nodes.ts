import {
  APP_VERSIONS_REL,
  NEW_STATE,
  OF_VERSION,
  OLD_STATE,
  REVIEW_SUBMISSION_VERSION,
  TYPE,
  VERSION_REL,
} from '../../store/wire.ts';
import {newerState} from '../lifecycle/enums.ts';
import {
  isSubmitted,
  itemsOf,
  localizationsOf,
  phasedReleaseOf,
  reviewDetailOf,
  screenshotsOf,
  versionIn,
} from '../lifecycle/lookups.ts';
import {pausedDays} from '../lifecycle/release.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import {
  type AppRecord,
  type BuildRecord,
  type ItemRecord,
  type LocalizationRecord,
  type PhasedRecord,
  type ReviewDetailRecord,
  type SubmissionRecord,
  type VersionRecord,
  wireDate,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import type {Node, Related} from './documents.ts';
import {actor, appInfos, customerReviews, PARTS} from './fixtures.ts';

export type Nodes = ReturnType<typeof createNodes>;

/** Only sample versions that are not history have experiments: they are among the newest. */
const NEWEST = 50;
const BUILD_LIFE = 90 * 86_400_000;

/** A pre-release version is what builds of one version string and platform have in common. */
export const preReleaseId = ({app, platform, version}: BuildRecord): string =>
  sampleId(TYPE.preReleaseVersion, app, `${platform} ${version}`);

export const versionSubmissionId = ({id}: VersionRecord): string => derivedId(TYPE.submission, id);

/**
 * Every resource of the store as a node of the graph that documents are made from. Records have the wire's attributes
 * and more: a document takes only what the API has.
 */
export function createNodes(store: Store) {
  const app = (id: string): Node | undefined => optional(store.samples.app(id), nodes.app);
  const version = (id: string | undefined): Node | undefined => optional(store.find('versions', id), nodes.version);
  const part = (owner: VersionRecord, kind: string, type = kind): Node | undefined =>
    owner.rich
      ? {
          type,
          id: derivedId(kind, owner.id),
          attributes: PARTS[kind]?.(owner) ?? {},
          related: {[OF_VERSION]: () => nodes.version(owner)},
        }
      : undefined;

  const nodes = {
    app: (record: AppRecord): Node => ({
      type: TYPE.app,
      id: record.id,
      attributes: {
        ...record,
        isOrEverWasMadeForKids: false,
        contentRightsDeclaration: record.lacks?.includes('content rights')
          ? undefined
          : 'DOES_NOT_USE_THIRD_PARTY_CONTENT',
        streamlinedPurchasingEnabled: true,
      },
      related: {
        [APP_VERSIONS_REL]: () => ({
          total: store.newestVersions(record.id, 0).total,
          take: (limit) => store.newestVersions(record.id, limit).versions.map(nodes.version),
        }),
        builds: () => listed(store.all('builds', record.id), nodes.build),
        preReleaseVersions: () => {
          const builds = store.all('builds', record.id).map((build) => [preReleaseId(build), build] as const);
          return listed([...new Map(builds).values()], nodes.preReleaseVersion);
        },
        appInfos: () => nodes.appInfos(record),
        reviewSubmissions: () => listed(store.all('submissions', record.id).toReversed(), nodes.reviewSubmission),
        [VERSION_REL.experimentsV2]: () =>
          store.newestVersions(record.id, NEWEST).versions.flatMap((one) => {
            const back = () => nodes.version(one);
            const related = {app: () => nodes.app(record), latestControlVersion: back, controlVersions: back};
            const experiment = part(one, VERSION_REL.experimentsV2);
            return experiment ? {...experiment, related} : [];
          }),
      },
    }),

    appInfos: (record: AppRecord): Node[] => appInfos(store, record, () => nodes.app(record)),

    version: (record: VersionRecord): Node => ({
      type: TYPE.version,
      id: record.id,
      attributes: {
        ...record,
        [OLD_STATE]: record.state,
        [NEW_STATE]: newerState(record.state),
        reviewType: record.reviewType ?? 'APP_STORE',
        downloadable: record.downloadable ?? true,
        createdDate: wireDate(record.created),
      },
      related: {
        [VERSION_REL.app]: () => app(record.app),
        [VERSION_REL.localizations]: () => localizationsOf(store, record).map(nodes.localization),
        [VERSION_REL.build]: () => optional(store.find('builds', record.build), nodes.build),
        [VERSION_REL.phasedRelease]: () => optional(phasedReleaseOf(store, record), nodes.phasedRelease),
        [VERSION_REL.reviewDetail]: () => optional(reviewDetailOf(store, record), nodes.reviewDetail),
        [VERSION_REL.submission]: () => nodes.versionSubmission(record),
        [VERSION_REL.gameVersion]: () => part(record, TYPE.gameVersion),
        [VERSION_REL.coverage]: () => part(record, TYPE.coverage),
        [VERSION_REL.clipExperience]: () => part(record, TYPE.clipExperience),
        [VERSION_REL.experiments]: () => part(record, TYPE.experiment),
        // Beside a version the document has both kinds of experiments in the shape of the first.
        [VERSION_REL.experimentsV2]: () => part(record, VERSION_REL.experimentsV2, TYPE.experiment),
        [VERSION_REL.distributionPackage]: () => part(record, TYPE.distributionPackage),
      },
    }),

    localization: (record: LocalizationRecord): Node => ({
      type: TYPE.localization,
      id: record.id,
      attributes: record,
      related: {
        [OF_VERSION]: () => version(record.version),
        appScreenshotSets: () =>
          screenshotsOf(store, record).map(({id, displayType}) => ({
            type: 'appScreenshotSets',
            id,
            attributes: {screenshotDisplayType: displayType},
          })),
      },
    }),

    reviewDetail: (record: ReviewDetailRecord): Node => ({
      type: TYPE.reviewDetail,
      id: record.id,
      attributes: record,
      related: {[OF_VERSION]: () => version(record.version)},
    }),

    phasedRelease: (record: PhasedRecord): Node => ({
      type: TYPE.phasedRelease,
      id: record.id,
      attributes: {
        phasedReleaseState: record.state,
        startDate: record.startDate,
        totalPauseDuration: pausedDays(record, store),
        currentDayNumber: record.day,
      },
    }),

    /** The older kind of submission. */
    versionSubmission: (record: VersionRecord): Node | undefined =>
      isSubmitted(store, record)
        ? {
            type: TYPE.submission,
            id: versionSubmissionId(record),
            attributes: {},
            related: {[OF_VERSION]: () => version(record.id)},
          }
        : undefined,

    build: (record: BuildRecord): Node => ({
      type: TYPE.build,
      id: record.id,
      attributes: {
        ...record,
        version: record.number,
        uploadedDate: wireDate(record.uploaded),
        expirationDate: wireDate(record.uploaded + BUILD_LIFE),
        processingState: record.state,
        buildAudienceType: 'APP_STORE_ELIGIBLE',
        ...(record.platform === 'MAC_OS'
          ? {minOsVersion: '14.0', lsMinimumSystemVersion: '14.0', computedMinMacOsVersion: '14.0'}
          : {minOsVersion: '17.0'}),
      },
      related: {
        preReleaseVersion: () => nodes.preReleaseVersion(record),
        app: () => app(record.app),
        [OF_VERSION]: () => version(store.versions(record.app).find(({build}) => build === record.id)?.id),
      },
    }),

    preReleaseVersion: (record: BuildRecord): Node => ({
      type: TYPE.preReleaseVersion,
      id: preReleaseId(record),
      attributes: {version: record.version, platform: record.platform},
      related: {
        builds: () => {
          const isSame = ({platform, version: text}: BuildRecord) =>
            platform === record.platform && text === record.version;
          return listed(store.all('builds', record.app).filter(isSame), nodes.build);
        },
        app: () => app(record.app),
      },
    }),

    reviewSubmission: (record: SubmissionRecord): Node => ({
      type: TYPE.reviewSubmission,
      id: record.id,
      attributes: record,
      related: {
        app: () => app(record.app),
        items: () => itemsOf(store, record).map(nodes.item),
        [REVIEW_SUBMISSION_VERSION]: () => version(versionIn(store, record)?.id),
        submittedByActor: () => actor(record.app, record.submittedBy),
        lastUpdatedByActor: () => actor(record.app, record.updatedBy),
      },
    }),

    item: ({id, state, version: versionId, purchase}: ItemRecord): Node => ({
      type: TYPE.reviewSubmissionItem,
      id,
      attributes: {state},
      related: {
        [OF_VERSION]: () => version(versionId),
        inAppPurchaseVersion: () =>
          optional(purchase, (id) => ({
            type: 'inAppPurchaseVersions',
            id,
            attributes: {version: 1, state: 'IN_REVIEW'},
          })),
      },
    }),

    customerReviews,
  };
  return nodes;
}

function optional<T>(found: T | undefined, toNode: (found: T) => Node): Node | undefined {
  return found === undefined ? undefined : toNode(found);
}

function listed<T>(records: readonly T[], toNode: (record: T) => Node): Related {
  return {total: records.length, take: (limit) => records.slice(0, limit).map(toNode)};
}
