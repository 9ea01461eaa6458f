import {describe, expect, test} from 'vitest';
import type {RunWrite} from '../../../src/app/session/session.ts';
import {inverseOf} from '../../../src/screens/history/history.tsx';
import type {WriteOutcome} from '../../../src/services/model/outcome.ts';

const NOW = {profile: 'work', target: 'https://api.test'};

function write(action: string, more: Partial<RunWrite> = {}, subject: Partial<RunWrite['subject']> = {}): RunWrite {
  return {
    at: '2026-03-01T10:00:00.000Z',
    action,
    appId: '42',
    bundleId: null,
    versionId: 'v1',
    version: '1.0',
    platform: 'IOS',
    ...NOW,
    outcome: 'carried-out',
    message: null,
    command: null,
    by: 'command',
    subject: {path: action.split(' '), given: new Map(), line: '', ...subject},
    ...more,
  };
}

test.each([
  ['versions create', 'delete'],
  ['phased-release enable', 'disable-phased'],
  ['phased-release disable', 'enable-phased'],
  ['phased-release pause', 'resume-phased'],
  ['phased-release resume', 'pause-phased'],
])('undoes %s by %s', (action, inverse) => {
  expect(inverseOf(write(action), NOW)).toMatchObject({action: inverse});
});

test.each([
  ['phased-release pause', {state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state: 'COMPLETE'}}, /is complete, so/],
  ['phased-release resume', {state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state: 'PAUSED'}}, /is paused already/],
  ['versions create', {state: 'WAITING_FOR_REVIEW'}, /only in prepare for submission/],
  ['phased-release enable', {state: 'READY_FOR_SALE'}, /only before release/],
])('does not undo %s if the state of the version forbids the undo', (action, facts, why) => {
  expect(inverseOf(write(action), {...NOW, version: {id: 'v1', ...facts}})).toEqual({why: expect.stringMatching(why)});
});

test.each([
  ['versions release', /a release is final/],
  ['versions delete', /cannot be restored/],
  ['versions withdraw', /once resubmitted, .* end of the queue/],
  ['versions check', /left nothing to undo/],
  ['phased-release complete', /reached everyone/],
  ['builds update', /only once/],
  ['something new', /no action undoes it/],
])('refuses to undo %s, and explains why', (action, why) => {
  expect(inverseOf(write(action), NOW)).toEqual({why: expect.stringMatching(why)});
});

test('withdraws the version to undo a check that left it in a draft', () => {
  expect(inverseOf(write('versions check', {outcome: 'in-part'}), NOW)).toEqual({action: 'withdraw'});
});

test('does not undo a submission that someone else has sent', () => {
  const result = {submissionId: 's1', byOthers: true};
  expect(inverseOf(write('versions submit', {outcome: 'in-part', result}), NOW)).toEqual({
    why: 'someone else has submitted it',
  });
});

test.each([
  ['refused', /changed nothing/],
  ['not-sent', /changed nothing/],
] satisfies [WriteOutcome, RegExp][])('does not undo a write with the outcome %s', (outcome, why) => {
  expect(inverseOf(write('versions submit', {outcome}), NOW)).toEqual({why: expect.stringMatching(why)});
});

test.each(['unknown', 'in-part', 'settled-by-reading'] satisfies WriteOutcome[])(
  'undoes a write with the outcome %s after a fresh read, if the state is then known',
  (outcome) => {
    const submitted = write('versions submit', {outcome, result: {submissionId: 's1'}});
    expect(inverseOf(submitted, NOW)).toEqual({action: 'withdraw', preset: {submissionId: 's1'}});
    expect(inverseOf(write('versions submit', {outcome}), NOW)).toEqual({why: 'its submission is unknown'});
    expect(inverseOf(write('phased-release pause', {outcome}), NOW)).toMatchObject({action: 'resume-phased'});
    const notes = new Map([['en-US', 'old']]);
    expect(inverseOf(write('release-notes set', {outcome}, {notes}), NOW)).toEqual({
      why: expect.stringMatching(/unknown/),
    });
  },
);

test('undoes only the release notes that were written', () => {
  const notes = new Map([['en-US', 'old']]);
  const part = write('release-notes set', {outcome: 'in-part'}, {notes, texts: new Map([['en-US', 'new']])});
  expect(inverseOf(part, NOW)).toMatchObject({action: 'release-notes'});
});

test('undoes all release notes that may have been written if the outcome is unknown', () => {
  const notes = new Map([
    ['de-DE', 'alt'],
    ['en-US', 'old'],
  ]);
  const texts = new Map([['en-US', 'new']]);
  expect(inverseOf(write('release-notes set', {outcome: 'unknown'}, {notes, texts}), NOW)).toEqual({
    action: 'release-notes',
    preset: {texts: new Map([['en-US', 'old']])},
  });
});

test.each([
  [{profile: 'ci'}, 'it was written with profile ci on https://api.test: switch to that first'],
  [{profile: null}, 'it was written on https://api.test: switch to that first'],
  [{target: 'sandbox'}, 'it was written with profile work on sandbox: switch to that first'],
])('does not offer to undo a write made with another profile or on another store: %j', (other, why) => {
  expect(inverseOf(write('versions create', other), NOW)).toEqual({why});
});

test('does not undo the creation of a version that already existed', () => {
  expect(inverseOf(write('versions create', {result: {existed: true}}), NOW)).toEqual({
    why: 'the version already existed',
  });
});

describe('an update', () => {
  const given = new Map([
    ['version-id', 'v1'],
    ['version', '2.0'],
    ['copyright', 'new'],
    ['earliest-release-date', '2026-03-01T10:00:00Z'],
  ]);

  test('undoes an update with the old values, and clears a copyright that was empty', () => {
    const version = {id: 'v1', versionString: '1.0', releaseType: 'MANUAL'};
    expect(inverseOf(write('versions update', {}, {version, given}), NOW)).toEqual({
      action: 'update',
      preset: {fields: {version: '1.0', copyright: ''}},
    });
  });

  test('offers no undo if the new value cannot be removed', () => {
    const date = new Map([['earliest-release-date', '2026-03-01T10:00:00Z']]);
    expect(inverseOf(write('versions update', {}, {version: {id: 'v1'}, given: date}), NOW)).toEqual({
      why: 'it had no earliest release date before, and none can be removed',
    });
  });

  test('offers no undo of an update if the version was not read before', () => {
    expect(inverseOf(write('versions update', {}, {given}), NOW)).toEqual({why: expect.stringMatching(/unknown/)});
  });
});

test('attaches the previous build again, and undoes nothing if there was none', () => {
  const build = {id: 'b1', version: '7'};
  const attached = (version: RunWrite['subject']['version']) => write('versions attach-build', {}, {version});
  expect(inverseOf(attached({id: 'v1', build}), NOW)).toEqual({action: 'attach-build', preset: {build}});
  expect(inverseOf(attached({id: 'v1'}), NOW)).toEqual({why: expect.stringMatching(/no build was attached/)});
});

test('restores the previous texts of the release notes that were written, where there was one', () => {
  const notes = new Map([
    ['en-US', 'old'],
    ['de-DE', ''],
    ['fr-FR', 'not written'],
  ]);
  const texts = new Map([
    ['en-US', 'new'],
    ['de-DE', 'neu'],
  ]);
  expect(inverseOf(write('release-notes set', {}, {notes, texts}), NOW)).toEqual({
    action: 'release-notes',
    preset: {texts: new Map([['en-US', 'old']])},
  });
});
