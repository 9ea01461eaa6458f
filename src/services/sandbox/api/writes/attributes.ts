import {PLATFORMS, RELEASE_TYPES} from '../../../model/version.ts';
import type {AttributeRule} from '../body.ts';

type Rules = Readonly<Record<string, AttributeRule>>;

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);
const isUrl = (value: string) => value === '' || (URL.canParse(value) && /^https?:/i.test(value));

/** Of a day after the last of its month, a parser makes one of the next. */
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);

const text = (most: number): AttributeRule => ({isType: isText, nullable: true, most});
const url: AttributeRule = {...text(255), accepts: isUrl};
const yesNo: AttributeRule = {isType: isBoolean, nullable: true};

const VERSION_STRING = /^\d{1,9}(?:\.\d{1,9}){0,3}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

export const PLATFORM: AttributeRule = {isType: isText, accepts: oneOf(PLATFORMS)};

/** Attributes that an update of a version may carry. */
export const VERSION: Rules = {
  versionString: {isType: isText, accepts: (value: string) => VERSION_STRING.test(value)},
  copyright: {isType: isText, nullable: true},
  reviewType: {isType: isText, accepts: oneOf(['APP_STORE', 'NOTARIZATION'])},
  releaseType: {isType: isText, accepts: oneOf(RELEASE_TYPES)},
  earliestReleaseDate: {
    isType: isText,
    nullable: true,
    accepts: (value: string) => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10)),
  },
  usesIdfa: yesNo,
  downloadable: yesNo,
};

const {downloadable: _onlyLater, ...whenNew} = VERSION;

export const NEW_VERSION: Rules = {
  ...whenNew,
  versionString: {...VERSION.versionString, isType: isText, required: true},
  platform: {...PLATFORM, required: true},
};

export const BUILD: Rules = {expired: yesNo, usesNonExemptEncryption: yesNo};

export const SUBMISSION: Rules = {platform: {...PLATFORM, nullable: true}, submitted: yesNo, canceled: yesNo};

export const ITEM: Rules = {resolved: yesNo, removed: yesNo};

/** The texts of a version in one locale, with the most UTF-16 units that each may have. */
export const LOCALIZATION: Rules = {
  description: text(4000),
  keywords: text(100),
  marketingUrl: url,
  promotionalText: text(170),
  supportUrl: url,
  whatsNew: text(4000),
};

export const REVIEW_DETAIL: Rules = {
  contactFirstName: text(255),
  contactLastName: text(255),
  contactPhone: text(255),
  contactEmail: text(255),
  demoAccountName: text(255),
  demoAccountPassword: text(255),
  demoAccountRequired: yesNo,
  notes: text(4000),
};

export const PHASED_RELEASE: Rules = {
  phasedReleaseState: {isType: isText, nullable: true, accepts: oneOf(['INACTIVE', 'ACTIVE', 'PAUSED', 'COMPLETE'])},
};
