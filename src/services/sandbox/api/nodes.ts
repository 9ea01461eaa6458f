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

const NEWEST = 50;
const BUILD_LIFE = 90 * 86_400_000;

/** A pre-release version groups the builds of one version string and platform. */
export const preReleaseId = ({app, platform, version}: BuildRecord): string =>
  sampleId(TYPE.preReleaseVersion, app, `${platform} ${version}`);

export const versionSubmissionId = ({id}: VersionRecord): string => derivedId(TYPE.submission, id);

/** Resources as nodes of the graph that documents are made from. Records may hold more than a document shows. */
export function createNodes(store: Store) {
  const app = (id: string): Node | undefined => optional(store.samples.app(id), nodes.app);
  const version = (id: string | undefined): Node | undefined => optional(store.find('versions', id), nodes.version);
  const part = (owner: VersionRecord, kind: string, type = kind): Node | undefined =>
    owner.rich ? node(type, derivedId(kind, owner.id), PARTS[kind]?.(owner) ?? {}, ofVersion(owner.id)) : undefined;
  const ofVersion = (id: string | undefined) => ({[OF_VERSION]: () => version(id)});

  const nodes = {
    app: (record: AppRecord): Node => {
      const {id, lacks = []} = record;
      const contentRights = lacks.includes('content rights') ? undefined : 'DOES_NOT_USE_THIRD_PARTY_CONTENT';
      const attributes = {
        ...record,
        isOrEverWasMadeForKids: false,
        contentRightsDeclaration: contentRights,
        streamlinedPurchasingEnabled: true,
      };
      return node(TYPE.app, id, attributes, {
        [APP_VERSIONS_REL]: () => ({
          total: store.newestVersions(id, 0).total,
          take: (limit) => store.newestVersions(id, limit).versions.map(nodes.version),
        }),
        builds: () => listed(store.all('builds', id), nodes.build),
        preReleaseVersions: () => {
          const builds = store.all('builds', id).map((build) => [preReleaseId(build), build] as const);
          return listed([...new Map(builds).values()], nodes.preReleaseVersion);
        },
        appInfos: () => nodes.appInfos(record),
        reviewSubmissions: () => listed(store.all('submissions', id).toReversed(), nodes.reviewSubmission),
        [VERSION_REL.experimentsV2]: () =>
          store.newestVersions(id, NEWEST).versions.flatMap((owner) => {
            const back = () => nodes.version(owner);
            const related = {app: () => nodes.app(record), latestControlVersion: back, controlVersions: back};
            const experiment = part(owner, VERSION_REL.experimentsV2);
            return experiment ? {...experiment, related} : [];
          }),
      });
    },

    appInfos: (record: AppRecord): Node[] => appInfos(store, record, () => nodes.app(record)),

    version: (record: VersionRecord): Node => {
      const attributes = {
        ...record,
        [OLD_STATE]: record.state,
        [NEW_STATE]: newerState(record.state),
        reviewType: record.reviewType ?? 'APP_STORE',
        downloadable: record.downloadable ?? true,
        createdDate: wireDate(record.created),
      };
      return node(TYPE.version, record.id, attributes, {
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
        // The document gives a version's experiments of both kinds the shape of the first.
        [VERSION_REL.experimentsV2]: () => part(record, VERSION_REL.experimentsV2, TYPE.experiment),
        [VERSION_REL.distributionPackage]: () => part(record, TYPE.distributionPackage),
      });
    },

    localization: (record: LocalizationRecord): Node =>
      node(TYPE.localization, record.id, record, {
        ...ofVersion(record.version),
        appScreenshotSets: () =>
          screenshotsOf(store, record).map(({id, displayType}) =>
            node('appScreenshotSets', id, {screenshotDisplayType: displayType}),
          ),
      }),

    reviewDetail: (record: ReviewDetailRecord): Node =>
      node(TYPE.reviewDetail, record.id, record, ofVersion(record.version)),

    phasedRelease: (record: PhasedRecord): Node =>
      node(TYPE.phasedRelease, record.id, {
        phasedReleaseState: record.state,
        startDate: record.startDate,
        totalPauseDuration: pausedDays(record, store),
        currentDayNumber: record.day,
      }),

    versionSubmission: (record: VersionRecord): Node | undefined =>
      isSubmitted(store, record)
        ? node(TYPE.submission, versionSubmissionId(record), {}, ofVersion(record.id))
        : undefined,

    build: (record: BuildRecord): Node => {
      const attributes = {
        ...record,
        version: record.number,
        uploadedDate: wireDate(record.uploaded),
        expirationDate: wireDate(record.uploaded + BUILD_LIFE),
        processingState: record.state,
        buildAudienceType: 'APP_STORE_ELIGIBLE',
        ...(record.platform === 'MAC_OS'
          ? {minOsVersion: '14.0', lsMinimumSystemVersion: '14.0', computedMinMacOsVersion: '14.0'}
          : {minOsVersion: '17.0'}),
      };
      return node(TYPE.build, record.id, attributes, {
        preReleaseVersion: () => nodes.preReleaseVersion(record),
        app: () => app(record.app),
        [OF_VERSION]: () => version(store.versions(record.app).find(({build}) => build === record.id)?.id),
      });
    },

    preReleaseVersion: (record: BuildRecord): Node => {
      const id = preReleaseId(record);
      return node(TYPE.preReleaseVersion, id, record, {
        builds: () =>
          listed(
            store.all('builds', record.app).filter((one) => preReleaseId(one) === id),
            nodes.build,
          ),
        app: () => app(record.app),
      });
    },

    reviewSubmission: (record: SubmissionRecord): Node =>
      node(TYPE.reviewSubmission, record.id, record, {
        app: () => app(record.app),
        items: () => itemsOf(store, record).map(nodes.item),
        [REVIEW_SUBMISSION_VERSION]: () => version(versionIn(store, record)?.id),
        submittedByActor: () => actor(record.app, record.submittedBy),
        lastUpdatedByActor: () => actor(record.app, record.updatedBy),
      }),

    item: (record: ItemRecord): Node =>
      node(TYPE.reviewSubmissionItem, record.id, record, {
        ...ofVersion(record.version),
        inAppPurchaseVersion: () =>
          optional(record.purchase, (id) => node('inAppPurchaseVersions', id, {version: 1, state: 'IN_REVIEW'})),
      }),

    customerReviews,
  };
  return nodes;
}

const node = (type: string, id: string, attributes: Node['attributes'], related?: Node['related']): Node => ({
  type,
  id,
  attributes,
  related,
});

const optional = <T>(found: T | undefined, toNode: (found: T) => Node): Node | undefined =>
  found === undefined ? undefined : toNode(found);

const listed = <T>(records: readonly T[], toNode: (record: T) => Node): Related => ({
  total: records.length,
  take: (limit) => records.slice(0, limit).map(toNode),
});
