import {sampleId} from '../records/ids.ts';
import type {AppRecord, BuildRecord, VersionRecord} from '../records/shapes.ts';
import {type PastVersion, pastVersions} from './history.ts';
import type {AppSeed, BuildSeed, VersionSeed} from './seed.ts';

/** What an app's sample records are made from. */
export interface Source {
  app: AppRecord;
  seed: AppSeed;
  /** The versions of the seed that there are. */
  heads: readonly VersionSeed[];
  /** How many replaced versions come after them. */
  pastCount: number;
  /** By year. */
  copyrights: Map<number, string>;
  /** When running phased releases enter their next day, in ms. */
  nextDay?: number;
}

type Named = Pick<VersionSeed, 'version' | 'platform'>;
type Numbered = Pick<BuildSeed, 'version' | 'platform' | 'number'>;

export const versionId = (app: AppRecord, {platform, version}: Named): string =>
  sampleId('versions', app.id, `${platform} ${version}`);

const buildId = (app: AppRecord, {platform, version, number}: Numbered): string =>
  sampleId('builds', app.id, `${platform} ${version} ${number}`);

/** @returns what gives the n-th version of an app, newest first */
export function versionMaker(source: Source): (index: number) => VersionRecord {
  const {heads, pastCount} = source;
  const past = pastVersions(source.seed, pastCount);
  return (index) => {
    const head = heads[index];
    return head
      ? headVersion(source, head)
      : pastVersion(source, past(index - heads.length), heads.length + pastCount - index);
  };
}

function headVersion(source: Source, head: VersionSeed): VersionRecord {
  const {app, seed} = source;
  const {version, platform, state, releaseType = 'AFTER_APPROVAL', earliestReleaseDate, reviews, rich} = head;
  const created = Date.parse(head.created);
  const upload = seed.builds.find(({number}) => number === head.build);
  return {
    id: versionId(app, head),
    app: app.id,
    platform,
    versionString: version,
    state,
    created,
    copyright: head.prepared?.missing?.includes('copyright') ? undefined : copyright(source, created),
    releaseType,
    earliestReleaseDate,
    build: upload && buildId(app, upload),
    reviews,
    rich,
  };
}

/** @param number of its build: as many as there are before it */
function pastVersion(source: Source, past: PastVersion, number: number): VersionRecord {
  const {app} = source;
  const {version, platform, created} = past;
  return {
    id: versionId(app, past),
    app: app.id,
    platform,
    versionString: version,
    state: 'REPLACED_WITH_NEW_VERSION',
    created,
    copyright: copyright(source, created),
    releaseType: 'AFTER_APPROVAL',
    build: buildId(app, {version, platform, number: String(number)}),
    reviews: number % 3,
  };
}

/** One text per year, however many versions there are. */
function copyright({seed, copyrights}: Source, created: number): string {
  const year = new Date(created).getUTCFullYear();
  const text = copyrights.get(year) ?? seed.copyright.replace('2026', String(year));
  copyrights.set(year, text);
  return text;
}

/** An app's builds, newest first: its uploads, and one for each replaced version. */
export function makeBuilds({app, seed, heads, pastCount}: Source, versions: readonly VersionRecord[]): BuildRecord[] {
  const uploads = seed.builds.map((upload): BuildRecord => {
    const {number, version, platform, state = 'VALID', expired = false, unanswered} = upload;
    const usesNonExemptEncryption = state === 'VALID' && !unanswered ? false : undefined;
    const uploaded = Date.parse(upload.uploaded);
    const id = buildId(app, upload);
    return {id, app: app.id, number, version, platform, uploaded, state, expired, usesNonExemptEncryption};
  });
  // They share their texts with the versions: there may be very many.
  const old = versions.slice(heads.length).map((past, index): BuildRecord => {
    const {build: id = '', versionString: version, platform, created: uploaded} = past;
    const rest = {state: 'VALID', expired: true, usesNonExemptEncryption: false} as const;
    return {id, app: app.id, number: String(pastCount - index), version, platform, uploaded, ...rest};
  });
  return [...uploads, ...old].sort((one, other) => other.uploaded - one.uploaded);
}
