import {describe, expect, test} from 'vitest';
import {highest, inFlight, nextVersion} from '../../../src/services/model/next-version.ts';
import {version} from '../../support/fake-store.ts';

const live = (versionString: string, platform = 'IOS') =>
  version(`${platform}-${versionString}`, {versionString, platform, state: 'READY_FOR_SALE'});

describe('nextVersion', () => {
  test.each([
    ['3.3.0', '3.4.0'],
    ['3.3.7', '3.4.0'],
    ['1.9', '1.10'],
    ['7', '8'],
    ['1.2.3.4', '1.3.0.0'],
  ])('proposes the version string that follows %s: %s', (last, next) => {
    expect(nextVersion([live(last)], 'IOS')).toEqual({text: next, after: last});
  });

  test('proposes a version string after the highest version, not the newest or the longest', () => {
    const versions = [live('1.9.9'), live('1.10'), live('1.2.3.4')];
    expect(nextVersion(versions, 'IOS')).toEqual({text: '1.11', after: '1.10'});
  });

  test('proposes the version string of the other platforms on a platform without versions', () => {
    expect(nextVersion([live('2.1.0'), live('2.0.0', 'MAC_OS')], 'TV_OS')).toEqual({text: '2.1.0', sameAs: 'IOS'});
  });

  test('proposes 1.0.0 for an app without versions', () => {
    expect(nextVersion([], 'IOS')).toEqual({text: '1.0.0'});
  });

  test("proposes no version string if the platform's version strings are not dotted numbers", () => {
    expect(nextVersion([live('Tiger'), live('1.0', 'MAC_OS')], 'IOS')).toEqual({text: ''});
  });

  test('ignores version strings that are not dotted numbers', () => {
    expect(highest([live('9-beta'), live('1.0'), version('x', {versionString: undefined})])?.versionString).toBe('1.0');
  });
});

describe('inFlight', () => {
  const state = (name: string, platform = 'IOS') => version(name, {state: name, platform});

  test.each(['METADATA_REJECTED', 'IN_REVIEW', 'PENDING_DEVELOPER_RELEASE', 'PENDING_CONTRACT'])(
    'counts %s as a state that blocks another version',
    (name) => {
      const found = inFlight([state('PROCESSING_FOR_APP_STORE'), state(name)], 'IOS');
      expect(found).toMatchObject({version: {id: name}, blocks: true});
    },
  );

  test.each(['PROCESSING_FOR_APP_STORE', 'SOMETHING_NEW'])(
    'counts %s as a state that may block another version',
    (name) => {
      expect(inFlight([state(name)], 'IOS')).toMatchObject({version: {id: name}, blocks: false});
    },
  );

  test("ignores live, removed and other platforms' versions when looking for one that blocks a new version", () => {
    const versions = [state('READY_FOR_SALE'), state('REPLACED_WITH_NEW_VERSION'), state('IN_REVIEW', 'TV_OS')];
    expect(inFlight(versions, 'IOS')).toBeUndefined();
  });
});
