import {RELEASE_REQUEST_VERSION, TYPE} from '../../../store/wire.ts';
import {Refusal} from '../../errors.ts';
import {mustBeEditable, mustBeWritable} from '../../lifecycle/frozen.ts';
import {LOCALES} from '../../lifecycle/locales.ts';
import {localizationsOf, reviewDetailOf} from '../../lifecycle/lookups.ts';
import {removeLocalization} from '../../lifecycle/version-texts.ts';
import {newId} from '../../records/ids.ts';
import type {LocalizationRecord, ReviewDetailRecord} from '../../records/shapes.ts';
import {readChanges, readResource} from '../body.ts';
import {LOCALIZATION, REVIEW_DETAIL} from './attributes.ts';
import {existing, linked, type Write, withAttributes} from './write.ts';

/** Localizations and review details: what is written about a version. */

const OWNER = {[RELEASE_REQUEST_VERSION]: {type: TYPE.version, required: true}};
const LOCALE = {
  isType: (value: unknown) => typeof value === 'string',
  required: true,
  accepts: (value: string) => LOCALES.includes(value),
};

export const TEXT_WRITES: Readonly<Record<string, Write>> = {
  createLocalization(store, body) {
    const attributes = {...LOCALIZATION, locale: LOCALE};
    const given = readResource(body, {type: TYPE.localization, attributes, relationships: OWNER});
    const version = linked(store, 'versions', TYPE.version, given.relationships, RELEASE_REQUEST_VERSION);
    mustBeEditable(store, version);
    mustBeWritable(store, version, Object.keys(given.attributes));
    const {locale} = given.attributes as {locale: string};
    if (localizationsOf(store, version).some((one) => one.locale === locale)) throw duplicateLocale(locale);
    const own = {id: newId(version.app), app: version.app, version: version.id};
    const made: LocalizationRecord = {...withAttributes({} as LocalizationRecord, given.attributes), ...own};
    store.put('localizations', made);
    return {status: 201, node: (nodes) => nodes.localization(made)};
  },

  updateLocalization(store, body, id) {
    const localization = existing(store, 'localizations', TYPE.localization, id);
    const version = existing(store, 'versions', TYPE.version, localization.version);
    const attributes = readChanges(body, TYPE.localization, id, LOCALIZATION);
    mustBeWritable(store, version, Object.keys(attributes));
    const changed = withAttributes(localization, attributes);
    store.put('localizations', changed);
    return {status: 200, node: (nodes) => nodes.localization(changed)};
  },

  deleteLocalization(store, _body, id) {
    const localization = existing(store, 'localizations', TYPE.localization, id);
    mustBeEditable(store, existing(store, 'versions', TYPE.version, localization.version));
    removeLocalization(store, localization);
    return {status: 204};
  },

  createReviewDetail(store, body) {
    const given = readResource(body, {type: TYPE.reviewDetail, attributes: REVIEW_DETAIL, relationships: OWNER});
    const version = linked(store, 'versions', TYPE.version, given.relationships, RELEASE_REQUEST_VERSION);
    if (reviewDetailOf(store, version)) throw secondReviewDetail(version.id);
    mustBeEditable(store, version);
    const own = {id: newId(version.app), app: version.app, version: version.id};
    const made: ReviewDetailRecord = {...withAttributes({} as ReviewDetailRecord, given.attributes), ...own};
    store.put('reviewDetails', made);
    return {status: 201, node: (nodes) => nodes.reviewDetail(made)};
  },

  updateReviewDetail(store, body, id) {
    const detail = existing(store, 'reviewDetails', TYPE.reviewDetail, id);
    const attributes = readChanges(body, TYPE.reviewDetail, id, REVIEW_DETAIL);
    mustBeEditable(store, existing(store, 'versions', TYPE.version, detail.version));
    const changed = withAttributes(detail, attributes);
    store.put('reviewDetails', changed);
    return {status: 200, node: (nodes) => nodes.reviewDetail(changed)};
  },
};

function duplicateLocale(locale: string): Refusal {
  return new Refusal(409, {
    code: 'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE',
    title: 'The provided entity includes an attribute with a value that has already been used',
    detail: `The attribute 'locale' has been previously used: '${locale}'`,
    source: {pointer: '/data/attributes/locale'},
  });
}

function secondReviewDetail(version: string): Refusal {
  return new Refusal(409, {
    code: 'STATE_ERROR.ALREADY_EXISTS',
    title: 'The resource already exists',
    detail: `The version with id '${version}' has review details already`,
  });
}
