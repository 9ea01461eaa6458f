import {RELEASE_REQUEST_VERSION, TYPE} from '../../../store/wire.ts';
import {mustBeUnanswered} from '../../lifecycle/frozen.ts';
import {addPhasedRelease, changePhases, removePhasedRelease} from '../../lifecycle/phased-release.ts';
import {readChanges, readResource} from '../body.ts';
import {BUILD, PHASED_RELEASE} from './attributes.ts';
import {existing, linked, type Write, withAttributes} from './write.ts';

/** Phased releases, and what builds answer. */
export const RELEASE_WRITES: Readonly<Record<string, Write>> = {
  createPhasedRelease(store, body) {
    const given = readResource(body, {
      type: TYPE.phasedRelease,
      attributes: {
        phasedReleaseState: {
          ...PHASED_RELEASE.phasedReleaseState,
          isType: isText,
          accepts: (value: string) => value === 'INACTIVE',
        },
      },
      relationships: {[RELEASE_REQUEST_VERSION]: {type: TYPE.version, required: true}},
    });
    const version = linked(store, 'versions', TYPE.version, given.relationships, RELEASE_REQUEST_VERSION);
    const release = addPhasedRelease(store, version);
    return {status: 201, node: (nodes) => nodes.phasedRelease(release)};
  },

  updatePhasedRelease(store, body, id) {
    const release = existing(store, 'phasedReleases', TYPE.phasedRelease, id);
    const attributes = readChanges(body, TYPE.phasedRelease, id, PHASED_RELEASE);
    const {phasedReleaseState: wanted} = attributes;
    if (typeof wanted === 'string') changePhases(store, release, wanted);
    const changed = existing(store, 'phasedReleases', TYPE.phasedRelease, id);
    return {status: 200, node: (nodes) => nodes.phasedRelease(changed)};
  },

  deletePhasedRelease(store, _body, id) {
    removePhasedRelease(store, existing(store, 'phasedReleases', TYPE.phasedRelease, id));
    return {status: 204};
  },

  updateBuild(store, body, id) {
    const build = existing(store, 'builds', TYPE.build, id);
    const attributes = readChanges(body, TYPE.build, id, BUILD);
    if (attributes.usesNonExemptEncryption != null) mustBeUnanswered(build.usesNonExemptEncryption);
    const changed = withAttributes(
      build,
      Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
    );
    store.put('builds', changed);
    return {status: 200, node: (nodes) => nodes.build(changed)};
  },
};

const isText = (value: unknown) => typeof value === 'string';
