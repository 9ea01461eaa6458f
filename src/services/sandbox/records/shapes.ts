import * as v from 'valibot';
import {PLATFORMS} from '../../model/version.ts';

const text = v.optional(v.string());
const yesNo = v.optional(v.boolean());
const texts = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;
const time = v.pipe(v.string(), v.isoTimestamp());
/** `app` is the owning app's ID; `due` is the time of the next step, in ms. */
const row = {id: v.string(), app: v.string()};
const moving = {...row, due: v.optional(v.number())};

/** The store's tables. Most members have the API's names, and a version's `state` has the API's values. */
export const SHAPES = {
  apps: v.object({
    ...row,
    name: v.string(),
    bundleId: v.string(),
    sku: v.string(),
    primaryLocale: v.string(),
    lacks: v.optional(v.array(v.picklist(['content rights', 'category', 'age rating']))),
    alwaysRejected: yesNo,
    rejectedBuild: text,
  }),
  versions: v.object({
    ...moving,
    platform: v.picklist(PLATFORMS),
    versionString: v.string(),
    state: v.string(),
    created: v.number(),
    ...texts('copyright', 'releaseType', 'earliestReleaseDate', 'reviewType'),
    usesIdfa: yesNo,
    downloadable: yesNo,
    build: text,
    reviews: v.optional(v.number()),
    rich: yesNo,
  }),
  builds: v.object({
    ...moving,
    number: v.string(),
    version: v.string(),
    platform: v.picklist(PLATFORMS),
    uploaded: v.number(),
    state: v.picklist(['PROCESSING', 'FAILED', 'INVALID', 'VALID']),
    expired: v.boolean(),
    isInternal: yesNo,
    usesNonExemptEncryption: yesNo,
  }),
  submissions: v.object({
    ...moving,
    platform: v.picklist(PLATFORMS),
    state: v.string(),
    submittedDate: v.optional(time),
    submittedBy: text,
    updatedBy: text,
  }),
  items: v.object({...row, submission: v.string(), state: v.string(), version: text, purchase: text}),
  localizations: v.object({
    ...row,
    version: v.string(),
    locale: v.string(),
    ...texts('description', 'keywords', 'marketingUrl', 'promotionalText', 'supportUrl', 'whatsNew'),
  }),
  screenshotSets: v.object({...row, localization: v.string(), displayType: v.string()}),
  reviewDetails: v.object({
    ...row,
    version: v.string(),
    ...texts('contactFirstName', 'contactLastName', 'contactPhone', 'contactEmail'),
    ...texts('demoAccountName', 'demoAccountPassword'),
    demoAccountRequired: yesNo,
    notes: text,
  }),
  phasedReleases: v.object({
    ...moving,
    version: v.string(),
    state: v.picklist(['INACTIVE', 'ACTIVE', 'PAUSED', 'COMPLETE']),
    day: v.optional(v.number()),
    startDate: v.optional(time),
    pausedDays: v.number(),
    pausedAt: v.optional(v.number()),
    left: v.optional(v.number()),
  }),
};

export type Table = keyof typeof SHAPES;
export const TABLES = Object.keys(SHAPES) as Table[];

export const OWNERS = {
  items: 'submission',
  localizations: 'version',
  screenshotSets: 'localization',
  reviewDetails: 'version',
  phasedReleases: 'version',
} as const satisfies Partial<Record<Table, string>>;

export type RecordOf<T extends Table> = v.InferOutput<(typeof SHAPES)[T]>;

export type AppRecord = RecordOf<'apps'>;
export type VersionRecord = RecordOf<'versions'>;
export type BuildRecord = RecordOf<'builds'>;
export type SubmissionRecord = RecordOf<'submissions'>;
export type ItemRecord = RecordOf<'items'>;
export type LocalizationRecord = RecordOf<'localizations'>;
export type PhasedRecord = RecordOf<'phasedReleases'>;

/** Writes a date as the service does, in California time (DST from April to October): `2026-11-12T10:04:00-08:00`. */
export function wireDate(ms: number): string {
  const month = new Date(ms).getUTCMonth();
  const hours = month >= 3 && month <= 9 ? 7 : 8;
  return `${new Date(ms - hours * 3_600_000).toISOString().slice(0, 19)}-0${hours}:00`;
}
