import {ATTRIBUTE, REL, TYPE, VERSION_REL} from '../../store/wire.ts';
import {pausedDays} from '../lifecycle/advance.ts';
import {
  ageRatingId,
  appInfoId,
  isSubmitted,
  newerState,
  ONCE_FOR_SALE,
  versionIn,
  WIRE_TYPE,
} from '../lifecycle/lookups.ts';
import {
  type AppRecord,
  type BuildRecord,
  type RecordOf,
  type Table,
  type VersionRecord,
  wireDate,
} from '../records/shapes.ts';
import {derivedId, type Lazy, type Store, sampleId} from '../records/store.ts';
import {type Fields, type List, type Node, RecordNode} from './documents.ts';
import fixtures from './fixtures.json' with {type: 'json'};

export type MakeNode = <T extends Table>(table: T, record: RecordOf<T>) => Node;

const BUILD_LIFE = 90 * 86_400_000;

const preReleaseId = ({app, platform, version}: BuildRecord): string =>
  sampleId(TYPE.preReleaseVersion, app, `${platform} ${version}`);

export const versionSubmissionId = ({id}: VersionRecord): string => derivedId(TYPE.submission, id);

export function createNodes(store: Store): MakeNode {
  const node: MakeNode = (table, record) => new RecordNode(WIRE_TYPE[table], record, fields[table]);
  function one<T extends Table>(table: T, id?: string): Node | undefined {
    const record = store.find(table, id);
    return record && node(table, record);
  }
  const listed = <T extends Table>(table: T, records: Lazy<RecordOf<T>>): List => ({
    length: records.length,
    slice: (begin, end) => records.slice(begin, end).map((record) => node(table, record)),
  });
  const app = ({app}: {app: string}) => one('apps', app);
  const ofVersion = {[REL.ofVersion]: ({version}: {version?: string}) => one('versions', version)};

  const part =
    (name: string, type = name) =>
    ({id, app, rich}: VersionRecord): Node | undefined => {
      const record = {id: derivedId(name, id), app, version: id};
      return rich ? new RecordNode(type, record, ofVersion) : undefined;
    };

  const preReleaseVersion = (build: BuildRecord): Node => {
    const id = preReleaseId(build);
    const grouped = () => store.all('builds', build.app).filter((other) => preReleaseId(other) === id);
    return new RecordNode(TYPE.preReleaseVersion, {...build, id}, {app, builds: () => listed('builds', grouped())});
  };

  const submissionOf = (owner: VersionRecord): Node | undefined => {
    const record = {id: versionSubmissionId(owner), version: owner.id};
    return isSubmitted(store, owner) ? new RecordNode(TYPE.submission, record, ofVersion) : undefined;
  };

  const fields: {readonly [T in Table]: Fields<RecordOf<T>>} = {
    apps: {
      isOrEverWasMadeForKids: () => false,
      contentRightsDeclaration: ({lacks}) =>
        lacks?.includes('content rights') ? undefined : 'DOES_NOT_USE_THIRD_PARTY_CONTENT',
      streamlinedPurchasingEnabled: () => true,
      [REL.versions]: ({id}) => listed('versions', store.newest(id)),
      builds: ({id}) => listed('builds', store.all('builds', id)),
      preReleaseVersions: ({id}) => {
        const builds = store.all('builds', id).map((build) => [preReleaseId(build), build] as const);
        return [...new Map(builds).values()].map(preReleaseVersion);
      },
      appInfos: (record) => appInfos(store, record, {app}),
      reviewSubmissions: ({id}) => listed('submissions', store.all('submissions', id)),
    },

    versions: {
      [ATTRIBUTE.oldState]: ({state}) => state,
      [ATTRIBUTE.newState]: ({state}) => newerState(state),
      reviewType: ({reviewType = 'APP_STORE'}) => reviewType,
      downloadable: ({downloadable = true}) => downloadable,
      createdDate: ({created}) => wireDate(created),
      [VERSION_REL.app]: app,
      [VERSION_REL.localizations]: (version) => listed('localizations', store.of('localizations', version)),
      [VERSION_REL.build]: ({build}) => one('builds', build),
      [VERSION_REL.phasedRelease]: (version) => listed('phasedReleases', store.of('phasedReleases', version)),
      [VERSION_REL.reviewDetail]: (version) => listed('reviewDetails', store.of('reviewDetails', version)),
      [VERSION_REL.submission]: submissionOf,
      [VERSION_REL.customerReviews]: customerReviews,
      [VERSION_REL.gameVersion]: part(TYPE.gameVersion),
      [VERSION_REL.coverage]: part(TYPE.coverage),
      [VERSION_REL.clipExperience]: part(TYPE.clipExperience),
      [VERSION_REL.experiments]: part(TYPE.experiment),
      // In the API document, both relationships have resources of the same type.
      [VERSION_REL.experimentsV2]: part(VERSION_REL.experimentsV2, TYPE.experiment),
      [VERSION_REL.distributionPackage]: part(TYPE.distributionPackage),
    },

    localizations: {
      ...ofVersion,
      appScreenshotSets: (record) => listed('screenshotSets', store.of('screenshotSets', record)),
    },

    screenshotSets: {screenshotDisplayType: ({displayType}) => displayType},

    reviewDetails: ofVersion,

    phasedReleases: {
      phasedReleaseState: ({state}) => state,
      totalPauseDuration: (record) => pausedDays(record, store),
      currentDayNumber: ({day}) => day,
    },

    builds: {
      version: ({number}) => number,
      uploadedDate: ({uploaded}) => wireDate(uploaded),
      expirationDate: ({uploaded}) => wireDate(uploaded + BUILD_LIFE),
      processingState: ({state}) => state,
      buildAudienceType: ({isInternal}) => (isInternal ? 'INTERNAL_ONLY' : 'APP_STORE_ELIGIBLE'),
      minOsVersion: ({platform}) => (platform === 'MAC_OS' ? '14.0' : '17.0'),
      lsMinimumSystemVersion: ({platform}) => (platform === 'MAC_OS' ? '14.0' : undefined),
      computedMinMacOsVersion: ({platform}) => (platform === 'MAC_OS' ? '14.0' : undefined),
      'preReleaseVersion.version': ({version}) => version,
      'preReleaseVersion.platform': ({platform}) => platform,
      'sort by version': ({number}) => Number(number),
      'sort by uploadedDate': ({uploaded}) => uploaded,
      'sort by preReleaseVersion': ({version}) => version,
      preReleaseVersion,
      app,
      [REL.ofVersion]: ({id, app}) => one('versions', store.all('versions', app).find(({build}) => build === id)?.id),
    },

    submissions: {
      app,
      items: (submission) => listed('items', store.of('items', submission)),
      [REL.reviewedVersion]: (submission) => one('versions', versionIn(store, submission)?.id),
      submittedByActor: ({app, submittedBy}) => actor(app, submittedBy),
      lastUpdatedByActor: ({app, updatedBy}) => actor(app, updatedBy),
    },

    items: {
      ...ofVersion,
      inAppPurchaseVersion: ({purchase: id}) =>
        id === undefined ? undefined : new RecordNode('inAppPurchaseVersions', {id, version: 1, state: 'IN_REVIEW'}),
    },
  };
  return node;
}

const ACTORS: Readonly<Record<string, object>> = fixtures.actors;

function actor(app: string, name = ''): Node | undefined {
  return ACTORS[name] && new RecordNode(TYPE.actor, {...ACTORS[name], id: sampleId(TYPE.actor, app, name)});
}

const HOUR = 3_600_000;

const customerReviews = ({id, created, reviews = 0}: VersionRecord): Node[] =>
  Array.from({length: reviews}, (_, index) => {
    const written = created + (reviews - index) * 19 * HOUR;
    const own = {id: derivedId(`${TYPE.customerReview} ${index}`, id), createdDate: wireDate(written)};
    return new RecordNode(TYPE.customerReview, {...fixtures.review, ...own}, {'sort by createdDate': () => written});
  });

/** Returns one app info for versions that are or were on sale, and one for others. At least one of the two exists. */
function appInfos(store: Store, app: AppRecord, related: Fields<{app: string}>): Node[] {
  const newest = store.newest(app.id).slice(0, 50);
  const isLive = newest.some(({state}) => ONCE_FOR_SALE.includes(state));
  const isComing = !isLive || newest.some(({state}) => !ONCE_FOR_SALE.includes(state));
  const kinds = [...(isLive ? (['live'] as const) : []), ...(isComing ? (['next'] as const) : [])];
  return kinds.map((kind) => {
    const {lacks = []} = app;
    const id = appInfoId(app, kind);
    const rated = lacks.includes('age rating') ? {} : {info: fixtures.appInfo.ratings, declaration: fixtures.ageRating};
    const own = {
      ...related,
      [REL.ageRating]: () => new RecordNode(TYPE.ageRating, {...rated.declaration, id: ageRatingId(id)}),
      primaryCategory: () =>
        lacks.includes('category') ? undefined : new RecordNode('appCategories', fixtures.category),
    };
    return new RecordNode(TYPE.appInfo, {...fixtures.appInfo[kind], ...rated.info, id, app: app.id}, own);
  });
}
