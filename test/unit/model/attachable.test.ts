import {expect, test} from 'vitest';
import {inOrderFor, whyNotAttachable} from '../../../src/services/model/build-choice.ts';
import type {Build} from '../../../src/services/model/version.ts';

const build = (over: Partial<Build>): Build => ({id: 'b', processingState: 'VALID', expired: false, ...over});

test.each([
  [build({}), undefined],
  [build({processingState: undefined}), 'state unknown'],
  [build({processingState: 'PROCESSING'}), 'still processing'],
  [build({processingState: 'FAILED'}), 'processing failed'],
  [build({processingState: 'INVALID'}), 'invalid'],
  [build({processingState: 'ON_HOLD'}), 'on hold'],
  [build({expired: true}), 'expired'],
  [build({id: 'now', expired: true}), 'attached already'],
])('whyNotAttachable %#', (candidate, reason) => {
  expect(whyNotAttachable(candidate, 'now')).toBe(reason);
});

test('builds for the version come first, the newest of them at the top', () => {
  const builds = [
    build({id: 'other-new', versionString: '2.0', uploadedDate: '2026-11-20T10:00:00-08:00'}),
    build({id: 'own-old', versionString: '1.0', uploadedDate: '2026-11-01T10:00:00-08:00'}),
    build({id: 'own-new', versionString: '1.0', uploadedDate: '2026-11-02T10:00:00-08:00'}),
    build({id: 'undated'}),
  ];
  expect(inOrderFor(builds, '1.0').map(({id}) => id)).toEqual(['own-new', 'own-old', 'other-new', 'undated']);
});
