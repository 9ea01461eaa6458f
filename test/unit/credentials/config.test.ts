import {existsSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import {parseConfig} from '../../../src/services/credentials/config.ts';
import {defaultOf, withDefault, withEntry, withoutProfiles} from '../../../src/services/credentials/config-document.ts';
import type {CredentialDeps} from '../../../src/services/credentials/credentials.ts';
import {profilesIn} from '../../../src/services/credentials/profiles.ts';
import {withLock} from '../../../src/services/credentials/write-config.ts';
import {createFiles} from '../../../src/services/host/files.ts';
import {ToolError} from '../../../src/services/model/error.ts';
import type {Files} from '../../../src/services/ports.ts';
import {TempHome} from '../../support/temp-home.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseConfig(bytes(text), '/c/config.json');

describe('a config file', () => {
  test('reads a config that is empty, has only spaces, or begins with a BOM', () => {
    expect(parse('')).toEqual({});
    expect(parse(' \n')).toEqual({});
    expect(parse('\uFEFF{"default_profile":"a"}')).toEqual({default_profile: 'a'});
  });

  test.each([
    ['[]', /does not hold a JSON object/],
    ['null', /does not hold a JSON object/],
    ['"text"', /does not hold a JSON object/],
    ['{"profiles":{}}', /"profiles" that is not an array/],
    ['{"profiles":null}', /"profiles" that is not an array/],
    ['{\n  "default_profile": "a",\n}', /not valid JSON \(line 3, column 1\)/],
    ['{"a": 1 "b": 2}', /not valid JSON \(line 1, column 9\)/],
    ['{"a": ', /not valid JSON \(line 1, column 7\)/],
    ['{"a": x at position 1}', /not valid JSON \(line 1, column 7\)$/],
    ['{"a": "b', /not valid JSON \(line 1, column 7\)/],
    ['{"a": "b\\x"}', /not valid JSON \(line 1, column 7\)/],
    ['{"a":\n "b,\n "c": 1}', /not valid JSON \(line 2, column 2\)/],
    ['{"a": 01}', /not valid JSON \(line 1, column 7\)/],
    ['{"a": 1,\u00a0"b": 2}', /not valid JSON \(line 1, column 9\)/],
    ['[1, 2,]', /not valid JSON \(line 1, column 7\)/],
    ["{'a': 1}", /not valid JSON \(line 1, column 2\)/],
    ['{} x', /not valid JSON \(line 1, column 4\)/],
    ['['.repeat(200_000), /not valid JSON \(line 1, column 200001\)/],
  ])('reports where the config %j is broken and how to fix the file', (text, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/auth init --force/),
      }),
    );
  });

  test('refuses a config that is not UTF-8', () => {
    expect(() => parseConfig(Uint8Array.of(0x7b, 0xff, 0x7d), '/c')).toThrow(/not UTF-8/);
  });

  test('does not quote a broken config in the error', () => {
    expect(() => parse('{"k": "-----BEGIN PRIVATE KEY-----" MIGHAgEA}')).toThrow(/^(?!.*MIGH).*line 1, column 37/s);
    expect(() => parse('{"k": MIGHAgEA}')).toThrow(/^(?!.*MIGH)/s);
  });
});

describe('the lock of the credentials', () => {
  /** Records the paths that are locked instead of locking them, or reports that another process holds the lock. */
  function recording(isBusy = false) {
    const home = new TempHome();
    onTestFinished(() => home.remove());
    const order: string[] = [];
    const withLock: Files['withLock'] = async (path, work) => {
      if (isBusy) throw Object.assign(new Error('busy'), {code: 'ELOCKED'});
      order.push(path);
      return work();
    };
    const files = {...createFiles(), withLock};
    const deps = {files, home: home.path, cwd: home.path, env: {}} as Partial<CredentialDeps>;
    return {deps: deps as CredentialDeps, order, home};
  }

  test('locks all configs with one lock file, and removes leftovers of interrupted writes', async () => {
    const {deps, order, home} = recording();
    const left = home.write('.tool/config.json.0123456789ab.tmp', '{');
    const other = home.write('.tool/notes.json', '{}');
    await withLock(deps, async () => {
      expect([existsSync(left), existsSync(other)]).toEqual([false, true]);
    });
    expect(order).toEqual([join(home.path, '.tool', 'locks', 'credentials')]);
  });

  test('names the config if another process holds the lock', async () => {
    const {deps, home} = recording(true);
    const work = () => Promise.reject(new Error('was run'));
    await expect(withLock(deps, work)).rejects.toMatchObject({
      kind: 'storage',
      message: `Cannot lock ${home.configPath}: another process holds its lock`,
    });
  });

  test('passes on the error of work that fails under the lock of the configs', async () => {
    const error = new ToolError('not-found', 'no');
    await expect(withLock(recording().deps, () => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('the profiles of a config', () => {
  test('ignores malformed profile entries of a config, and makes its key paths absolute', () => {
    const document = parse(
      JSON.stringify({
        profiles: [
          null,
          'x',
          {key_id: 'no name'},
          {name: 'full', key_id: ' K ', issuer_id: 'I', private_key_path: 'keys/a.p8'},
          {name: 'tilde', private_key_path: '~/a.p8', issuer_id: 7, key_id: ''},
          {name: 'full', key_id: 'K', stored_in: 'keychain'},
        ],
      }),
    );
    const profiles = profilesIn({path: '/c/config.json', document}, false, '/home/me');
    const common = {configPath: '/c/config.json', isLocal: false};
    expect(profiles).toEqual([
      {...common, name: 'full', keyId: 'K', storedIn: 'keychain'},
      {...common, name: 'full', keyId: 'K', issuerId: 'I', privateKeyPath: '/c/keys/a.p8', storedIn: 'config'},
      {...common, name: 'tilde', privateKeyPath: '/home/me/a.p8', storedIn: 'config'},
    ]);
  });

  test('replaces a profile of a config in place, and keeps its unknown members', () => {
    const document = {x: 1, profiles: [{name: 'a', key_id: 'old', note: 'mine'}, 'strange', {name: 'b'}], y: [2]};
    expect(withEntry(document, {name: 'a', key_id: 'new'})).toEqual({
      x: 1,
      profiles: [{name: 'a', key_id: 'new', note: 'mine'}, 'strange', {name: 'b'}],
      y: [2],
    });
  });

  test('removes profiles of a config by name and by kind of storage', () => {
    const index = {name: 'a', stored_in: 'keychain'};
    const document = {profiles: [index, {name: 'a'}, {name: 'b'}, 5]};
    expect(withoutProfiles(document, {name: 'a'}).profiles).toEqual([{name: 'b'}, 5]);
    expect(withoutProfiles(document, {name: 'a', keep: 'keychain'}).profiles).toEqual([index, {name: 'b'}, 5]);
    expect(withoutProfiles(document, {}).profiles).toEqual([5]);
    expect(withoutProfiles(document, {name: 'zz'})).toBe(document);
  });

  test('keeps everything else of a config through login, switch and logout', () => {
    const other = fc.dictionary(
      fc.string().filter((key) => key !== 'profiles' && key !== 'default_profile'),
      fc.jsonValue(),
    );
    const entries = fc.array(fc.oneof(fc.jsonValue(), fc.record({name: fc.constantFrom('a', 'b')})));
    fc.assert(
      fc.property(other, entries, (members, profiles) => {
        const document = JSON.parse(JSON.stringify({...members, profiles}));
        const entry = {name: 'new', key_id: 'K'};
        const after = withoutProfiles(withDefault(withEntry(document, entry), 'new'), {name: 'new'});
        expect(withDefault(after, undefined)).toEqual(document);
        expect(defaultOf(after)).toBe('new');
      }),
    );
  });
});
