import {expect, test} from 'vitest';
import {type LoggedWrite, withoutSecrets, writesOf} from '../../src/services/write-log.ts';
import {TEST_KEY} from '../support/run.ts';

const write = (more: Partial<LoggedWrite>): LoggedWrite => ({
  at: '2026-03-01T10:00:00.000Z',
  action: 'release-notes set',
  appId: null,
  bundleId: null,
  versionId: null,
  version: null,
  platform: null,
  profile: null,
  target: 'sandbox',
  outcome: 'carried-out',
  message: null,
  command: 'tool release-notes set',
  by: 'command',
  ...more,
});

test('logs no command and no message that has a private key in it', () => {
  const secret = withoutSecrets(write({command: `tool release-notes set --text '${TEST_KEY}'`, message: TEST_KEY}));
  expect(secret).toEqual(write({command: null, message: null}));
  expect(withoutSecrets(write({message: 'fine'}))).toEqual(write({message: 'fine'}));
});

test('logs no command so long that it would displace the other entries', () => {
  expect(withoutSecrets(write({command: 'x'.repeat(33_000)})).command).toBeNull();
});

test('lists a write without a version only for the app that the write names', () => {
  const all = [write({appId: '42'}), write({})];
  expect(writesOf('42', all)).toEqual([all[0]]);
});
