import {PLATFORMS} from '../../model/version.ts';
import {branded} from '../../store/wire.ts';
import {SUBMISSION_STATES, VERSION_STATES, VERSION_STATES_NEW} from './states.ts';
import {TERRITORIES} from './territories.ts';

/** What a filter takes: any text, or one of a closed set. */
export type FilterValues = 'text' | readonly string[];

/** The parameters of a reading operation. `fields[…]`, `include` and `limit[…]` follow from the type's relationships. */
export interface Operation {
  /** Catalog key of the resources it answers with. */
  type: string;
  /** Answers with a collection, in pages. */
  isCollection: boolean;
  /** Takes `include`: every relationship that the document gives data for. */
  includes: boolean;
  filters: Readonly<Record<string, FilterValues>>;
  /** Filters that must be there. */
  required: readonly string[];
  exists: readonly string[];
  sort: readonly string[];
}

function operation(type: string, rest: Partial<Omit<Operation, 'type' | 'filters'>> = {}, filters = {}): Operation {
  const named = Object.entries(filters).map(([name, values]) => [branded(name), values]);
  const nothing = {isCollection: false, includes: false, required: [], exists: [], sort: []};
  return {type: branded(type), ...nothing, ...rest, filters: Object.fromEntries(named)};
}

/** The document has these as texts. */
const BOOLEANS = ['true', 'false'];

const collection = {isCollection: true};
const listing = {isCollection: true, includes: true};

/** Every reading operation of the API document (4.4.1) that the sandbox serves, by path. */
export const readOperations = (): Readonly<Record<string, Operation>> => ({
  apps: operation(
    'apps',
    {...listing, exists: ['gameCenterEnabledVersions'], sort: ['name', 'bundleId', 'sku']},
    {
      name: 'text',
      bundleId: 'text',
      sku: 'text',
      '~Versions.~State': VERSION_STATES,
      '~Versions.platform': PLATFORMS,
      '~Versions.appVersionState': VERSION_STATES_NEW,
      'reviewSubmissions.state': SUBMISSION_STATES,
      'reviewSubmissions.platform': PLATFORMS,
      '~Versions': 'text',
      id: 'text',
    },
  ),
  app: operation('apps', {includes: true}),
  appVersions: operation('~Versions', listing, {
    platform: PLATFORMS,
    versionString: 'text',
    '~State': VERSION_STATES,
    appVersionState: VERSION_STATES_NEW,
    id: 'text',
  }),
  appBuilds: operation('builds', collection),
  appInfos: operation('appInfos', listing),
  builds: operation(
    'builds',
    {...listing, exists: ['usesNonExemptEncryption'], sort: ['version', 'uploadedDate', 'preReleaseVersion']},
    {
      version: 'text',
      expired: BOOLEANS,
      processingState: ['PROCESSING', 'FAILED', 'INVALID', 'VALID'],
      'betaAppReviewSubmission.betaReviewState': ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'REJECTED', 'APPROVED'],
      usesNonExemptEncryption: BOOLEANS,
      'preReleaseVersion.version': 'text',
      'preReleaseVersion.platform': PLATFORMS,
      buildAudienceType: ['INTERNAL_ONLY', 'APP_STORE_ELIGIBLE'],
      preReleaseVersion: 'text',
      app: 'text',
      betaGroups: 'text',
      '~Version': 'text',
      id: 'text',
    },
  ),
  build: operation('builds', {includes: true}),
  version: operation('~Versions', {includes: true}),
  versionBuild: operation('builds'),
  versionBuildLink: operation(''),
  versionSubmission: operation('~VersionSubmissions', {includes: true}),
  versionPhasedRelease: operation('~VersionPhasedReleases'),
  versionReviews: operation(
    'customerReviews',
    {...listing, exists: ['publishedResponse'], sort: ['rating', 'createdDate']},
    {territory: TERRITORIES, rating: 'text', reviewTerritory: 'text'},
  ),
  ageRating: operation('ageRatingDeclarations'),
  versionLocalizations: operation('~VersionLocalizations', listing, {locale: 'text'}),
  localization: operation('~VersionLocalizations', {includes: true}),
  versionReviewDetail: operation('~ReviewDetails', {includes: true}),
  reviewDetail: operation('~ReviewDetails', {includes: true}),
  buildPreReleaseVersion: operation('preReleaseVersions'),
  submissions: operation(
    'reviewSubmissions',
    {...listing, required: ['app']},
    {platform: PLATFORMS, state: SUBMISSION_STATES, app: 'text'},
  ),
  appSubmissions: operation('reviewSubmissions', listing, {platform: PLATFORMS, state: SUBMISSION_STATES}),
  submission: operation('reviewSubmissions', {includes: true}),
  submissionItems: operation('reviewSubmissionItems', listing),
});
