import {type Entry, invalidRelationship} from '../errors.ts';
import type {VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {isEditable} from './states.ts';

/** One editable version per app and platform: a second one is refused. */
export function blockedByAnother(store: Store, {app, platform}: VersionRecord): Entry[] {
  const isTaken = store.versions(app).some((other) => other.platform === platform && isEditable(other.state));
  const detail = 'You cannot create a new version of the App in the current state.';
  return isTaken ? [invalidRelationship('/data/relationships/app', detail)] : [];
}

/** A version string is used once per app and platform. */
export function usedBefore(store: Store, {id, app, platform, versionString}: VersionRecord): Entry[] {
  const isSame = (other: VersionRecord) =>
    other.id !== id && other.platform === platform && other.versionString === versionString;
  if (!store.versions(app).some(isSame)) return [];
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
export function unfitBuild(store: Store, buildId: string, version: VersionRecord, pointer: string): Entry[] {
  const build = store.find('builds', buildId);
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
