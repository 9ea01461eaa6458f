import {expect, it} from 'vitest';
import {attributesOf, toBuild, toVersionRow} from '../../../src/services/store/mapping.ts';
import {BUILD_ENCRYPTION, NEW_STATE, OLD_STATE} from '../../../src/services/store/wire.ts';

/** Lists ask for what their mappings read: by its name on the wire, and once. */

it('a build', () => {
  const own = ['version', 'processingState', 'expired', 'uploadedDate'];
  expect(attributesOf((resource) => toBuild(resource))).toEqual([...own, BUILD_ENCRYPTION]);
});

it('a version in a list', () => {
  const own = ['versionString', 'platform', OLD_STATE, NEW_STATE, 'createdDate'];
  expect(attributesOf(toVersionRow)).toEqual(own);
});
