import {EDITABLE_STATES, stateIs} from '../model/states.ts';
import {PLATFORMS, RELEASE_TYPES} from '../model/version.ts';
import type {AttributeRule} from './body.ts';
import {invalidRelationship} from './body.ts';
import {Refusal} from './errors.ts';
import type {VersionRecord} from './records.ts';
import type {AppData} from './seed.ts';
import type {StoreView} from './view.ts';

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);

const VERSION_STRING = /^\d{1,9}(?:\.\d{1,9}){0,3}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Attributes that an update may carry. */
export const CHANGEABLE: Readonly<Record<string, AttributeRule>> = {
  versionString: {isType: isText, accepts: (value: string) => VERSION_STRING.test(value)},
  copyright: {isType: isText, nullable: true},
  reviewType: {isType: isText, accepts: oneOf(['APP_STORE', 'NOTARIZATION'])},
  releaseType: {isType: isText, accepts: oneOf(RELEASE_TYPES)},
  earliestReleaseDate: {
    isType: isText,
    nullable: true,
    accepts: (value: string) => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)),
  },
  usesIdfa: {isType: isBoolean, nullable: true},
  downloadable: {isType: isBoolean, nullable: true},
};

const {downloadable: _onlyLater, ...whenNew} = CHANGEABLE;

/** Attributes that a new version may carry. */
export const CREATABLE: Readonly<Record<string, AttributeRule>> = {
  ...whenNew,
  versionString: {...CHANGEABLE.versionString, isType: isText, required: true},
  platform: {isType: isText, accepts: oneOf(PLATFORMS), required: true},
};

export const isEditable = (state: string): boolean => stateIs(state, 'editable');

type Entry = Refusal['entries'][number];

/** One editable version per app and platform: a second one is refused. */
export function blockedByAnother(view: StoreView, app: AppData, platform: string): Entry[] {
  const {total} = view.versions(app, {platforms: [platform], states: EDITABLE_STATES});
  if (total === 0) return [];
  const detail = 'You cannot create a new version of the App in the current state.';
  return [invalidRelationship('/data/relationships/app', detail)];
}

/** A version string is used once per app and platform. */
export function usedBefore(
  view: StoreView,
  app: AppData,
  {id, platform, versionString}: Pick<VersionRecord, 'platform' | 'versionString'> & {id?: string},
): Entry[] {
  const same = view.versions(app, {platforms: [platform], versionStrings: [versionString]});
  if (!same.take(0, same.total).some((version) => version.id !== id)) return [];
  return [
    {
      code: 'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE',
      title: 'The provided entity includes an attribute with a value that has already been used',
      detail: `The attribute 'versionString' has been previously used: '${versionString}'`,
      source: {pointer: '/data/attributes/versionString'},
    },
  ];
}

/** A build must be of the same app and platform, processed, and not expired. */
export function unfitBuild(view: StoreView, buildId: string, version: VersionRecord, pointer: string): Entry[] {
  const build = view.build(buildId);
  const wrong = (detail: string): Entry[] => [invalidRelationship(pointer, detail)];
  if (!build) return wrong(`There is no resource of type 'builds' with id '${buildId}'`);
  if (build.app !== version.app) return wrong('The specified pre-release build belongs to another app.');
  if (build.platform !== version.platform) {
    return wrong(`The specified pre-release build is for ${build.platform}, the version for ${version.platform}.`);
  }
  if (build.state !== 'VALID') {
    return wrong(`The specified pre-release build could not be added: its processing state is ${build.state}.`);
  }
  return build.expired ? wrong('The specified pre-release build could not be added: it has expired.') : [];
}

/** @throws Refusal 409 where there is anything wrong */
export function refuse(...problems: Entry[]): void {
  if (problems.length > 0) throw new Refusal(409, ...problems);
}
