import {expect, it} from 'vitest';
import {attributesOf, ROW_FIELDS, toBuild, toVersion} from '../../../src/services/store/mapping.ts';
import {ATTRIBUTE} from '../../../src/services/store/wire.ts';

it('requests only the build fields that the client reads', () => {
  const own = ['version', 'processingState', 'expired', 'buildAudienceType', 'uploadedDate'];
  expect(attributesOf((resource) => toBuild(resource))).toEqual([...own, ATTRIBUTE.encryption]);
});

it('requests only the version fields that a list reads', () => {
  const known = attributesOf((resource) => toVersion(resource));
  expect(ROW_FIELDS.filter((name) => !known.includes(name))).toEqual([]);
});
