import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readEnvironment} from '../../../src/services/credentials/fields.ts';
import type {StoredProfile} from '../../../src/services/credentials/profiles.ts';
import {type ChoiceInput, chooseCredential, chooseProfile} from '../../../src/services/credentials/resolve.ts';
import {ToolError} from '../../../src/services/model/error.ts';

const whole = (name: string, more: Partial<StoredProfile> = {}): StoredProfile => ({
  name,
  storedIn: 'config',
  configPath: '/home/me/.tool/config.json',
  isLocal: false,
  keyId: `${name}-key`,
  issuerId: `${name}-issuer`,
  privateKeyPath: `/keys/${name}.p8`,
  ...more,
});
const inKeychain = (name: string): StoredProfile => ({
  name,
  storedIn: 'keychain',
  configPath: '/home/me/.tool/config.json',
  isLocal: false,
  keyId: `${name}-key`,
});
const local = (name: string, more: Partial<StoredProfile> = {}) =>
  whole(name, {isLocal: true, configPath: '/repo/.tool/config.json', ...more});

const environment = readEnvironment({TOOL_KEY_ID: 'ENV', TOOL_ISSUER_ID: 'ENVI', TOOL_PRIVATE_KEY_PATH: '/env.p8'});
const input = (more: Partial<ChoiceInput>): ChoiceInput => ({
  profiles: [],
  defaultName: undefined,
  selected: undefined,
  environment: readEnvironment({}),
  keychainEnabled: true,
  strict: false,
  ...more,
});

function failure(more: Partial<ChoiceInput>): ToolError {
  try {
    chooseCredential(input(more));
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('it was resolved');
}

describe('the active profile', () => {
  const profiles = [whole('a'), whole('b')];

  test('prefers the profile requested by name to the default profile', () => {
    const chosen = chooseCredential(input({profiles, defaultName: 'a', selected: {name: 'b', by: '--profile'}}));
    expect(chosen.active).toEqual({name: 'b', source: 'config'});
  });

  test('uses the default profile, or else the only profile', () => {
    expect(chooseCredential(input({profiles, defaultName: 'b'})).active.name).toBe('b');
    expect(chooseCredential(input({profiles: [whole('a')]})).active.name).toBe('a');
  });

  test("prefers the default's entry in the local config, then in the keychain, then in the global config", () => {
    const all = [local('a'), inKeychain('a'), whole('a')];
    expect(chooseCredential(input({profiles: all})).active.source).toBe('local config');
    expect(chooseCredential(input({profiles: all.slice(1)})).active.source).toBe('keychain');
    expect(chooseCredential(input({profiles: all.slice(2)})).active.source).toBe('config');
  });

  test('chooses none of several profiles without a default if the environment is complete', () => {
    expect(chooseCredential(input({profiles, environment})).active).toEqual({source: 'environment'});
    const error = failure({profiles});
    expect(error.kind).toBe('credentials');
    expect(error.message).toMatch(/'a', 'b'/);
    expect(error.hint).toMatch(/--profile NAME.*auth switch/);
  });

  test.each([
    ['--profile', {selected: {name: 'zz', by: '--profile' as const}}],
    ['TOOL_PROFILE', {selected: {name: 'zz', by: 'TOOL_PROFILE' as const}}],
    ['default', {defaultName: 'zz'}],
  ])('uses no other profile if the named profile does not exist: %s', (by, more) => {
    const error = failure({profiles, environment, ...more});
    expect(error.kind).toBe('credentials');
    expect(error.message).toContain(by);
    expect(error.message).toContain("'zz'");
    expect(error.hint).toContain("'a', 'b'");
  });
});

describe('without the keychain', () => {
  const profiles = [inKeychain('a')];

  test('refuses a keychain profile if the keychain is bypassed', () => {
    for (const more of [{}, {selected: {name: 'a', by: '--profile' as const}, environment}]) {
      const error = failure({profiles, keychainEnabled: false, ...more});
      expect(error.kind).toBe('storage');
      expect(error.hint).toMatch(/TOOL_BYPASS_KEYCHAIN/);
    }
  });

  test('uses the environment instead of a bypassed default, but prefers a config profile with the name of the default', () => {
    expect(chooseCredential(input({profiles, environment, keychainEnabled: false})).active).toEqual({
      source: 'environment',
    });
    const both = [inKeychain('a'), whole('a')];
    expect(chooseCredential(input({profiles: both, keychainEnabled: false})).active.source).toBe('config');
  });
});

test('reports contradictory variables only for a profile that lacks the field', () => {
  const contradictory = readEnvironment({TOOL_KEY_TYPE: 'individual', TOOL_ISSUER_ID: 'I', TOOL_KEY_ID: 'ENV'});
  const error = failure({profiles: [whole('a', {issuerId: undefined})], environment: contradictory});
  expect(error.kind).toBe('credentials');
  expect(error.message).toMatch(/TOOL_KEY_TYPE=individual cannot be combined with TOOL_ISSUER_ID/);
  expect(chooseCredential(input({profiles: [whole('a')], environment: contradictory})).active.name).toBe('a');
});

describe('fields', () => {
  test('takes credential fields from the profile, or from the environment if the profile lacks them', () => {
    const choice = chooseCredential(
      input({profiles: [whole('a', {issuerId: undefined, privateKeyPath: undefined})], environment}),
    );
    expect(choice.from).toEqual({
      keyId: {value: 'a-key', source: "profile 'a' (config)"},
      owner: {value: {issuerId: 'ENVI'}, source: 'TOOL_ISSUER_ID'},
      key: {value: {path: '/env.p8'}, source: 'TOOL_PRIVATE_KEY_PATH'},
    });
    expect(choice.warnings).toEqual([
      "Credentials come from different sources: key ID from profile 'a' (config), issuer ID from TOOL_ISSUER_ID, private key from TOOL_PRIVATE_KEY_PATH",
    ]);
  });

  test('refuses credential fields from two sources in strict mode, and names each source', () => {
    const profiles = [whole('a', {keyId: undefined})];
    const error = failure({profiles, environment, strict: true});
    expect(error.kind).toBe('credentials');
    expect(error.message).toMatch(/key ID from TOOL_KEY_ID, issuer ID from profile 'a'/);
    expect(chooseCredential(input({profiles: [whole('a')], environment, strict: true})).mixed).toBe(false);
  });

  test('takes all credential fields from the environment if the profile has only a name', () => {
    const named: StoredProfile = {name: 'a', storedIn: 'config', configPath: '/c', isLocal: false};
    const choice = chooseCredential(input({profiles: [named], environment, strict: true}));
    expect(choice).toMatchObject({active: {name: 'a'}, mixed: false, warnings: []});
  });

  test('names the credential fields that no source has', () => {
    expect(failure({profiles: [whole('a', {issuerId: undefined})]}).message).toMatch(/'a'.*the issuer ID missing/);
    expect(failure({environment: readEnvironment({TOOL_KEY_ID: 'ENV'})}).message).toMatch(
      /TOOL_ISSUER_ID, TOOL_PRIVATE_KEY_PATH/,
    );
    const nothing = failure({});
    expect(nothing.kind).toBe('credentials');
    expect(nothing.hint).toMatch(/tool auth login/);
  });

  test('mentions in one line that the complete credential in variables is not used', () => {
    for (const profile of [whole('a'), inKeychain('a')]) {
      expect(chooseCredential(input({profiles: [profile], environment})).warnings).toEqual([
        expect.stringMatching(/environment are not used/),
      ]);
    }
  });

  test('notes that the credential comes from a local config', () => {
    expect(chooseCredential(input({profiles: [local('a')]})).notes).toEqual([
      expect.stringContaining('/repo/.tool/config.json'),
    ]);
    expect(chooseCredential(input({profiles: [whole('a')]})).notes).toEqual([]);
  });
});

test('prefers a key path to a PEM, and a PEM to base64, and ignores empty variables', () => {
  const env = {TOOL_PRIVATE_KEY_PATH: '/p', TOOL_PRIVATE_KEY: 'pem', TOOL_PRIVATE_KEY_B64: 'b64'};
  expect(readEnvironment(env).key?.value).toEqual({path: '/p'});
  // `echo` ends its output with a newline.
  expect(readEnvironment({...env, TOOL_PRIVATE_KEY_PATH: ' /p\n'}).key?.value).toEqual({path: '/p'});
  expect(readEnvironment({...env, TOOL_PRIVATE_KEY_PATH: ' '}).key?.value).toEqual({pem: 'pem'});
  expect(readEnvironment({...env, TOOL_PRIVATE_KEY_PATH: '', TOOL_PRIVATE_KEY: ''}).key?.value).toEqual({
    base64: 'b64',
  });
  expect(readEnvironment({TOOL_KEY_ID: '', TOOL_ISSUER_ID: '  '})).toEqual(readEnvironment({}));
});

describe('any profiles and variables', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, {nil: undefined});
  const stored = fc.record({
    name,
    storedIn: fc.constantFrom('config' as const, 'keychain' as const),
    configPath: fc.constant('/c'),
    isLocal: fc.boolean(),
    keyId: maybe(fc.constant('K')),
    issuerId: maybe(fc.constant('I')),
    keyType: maybe(fc.constantFrom('individual', 'Individual')),
    readOnly: maybe(fc.constant(true as const)),
    privateKeyPath: maybe(fc.constant('/k')),
  });
  const variables = fc.record(
    {
      TOOL_KEY_ID: fc.constantFrom('EK', ' '),
      TOOL_ISSUER_ID: fc.constantFrom('EI', ''),
      TOOL_KEY_TYPE: fc.constantFrom('individual', 'team', 'other'),
      TOOL_PRIVATE_KEY_PATH: fc.constant('/e'),
      TOOL_PRIVATE_KEY: fc.constant('pem'),
    },
    {requiredKeys: []},
  );
  const inputs: fc.Arbitrary<ChoiceInput> = fc.record({
    profiles: fc.array(stored, {maxLength: 4}),
    defaultName: maybe(name),
    selected: maybe(fc.record({name, by: fc.constantFrom('--profile' as const, 'TOOL_PROFILE' as const)})),
    environment: variables.map(readEnvironment),
    keychainEnabled: fc.boolean(),
    strict: fc.boolean(),
  });

  test('chooses complete credentials and names their true sources, or explains what to do', () => {
    fc.assert(
      fc.property(inputs, (one) => {
        let choice: ReturnType<typeof chooseCredential>;
        try {
          choice = chooseCredential(one);
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          expect(['credentials', 'storage']).toContain(error.kind);
          expect(error.hint).toBeTruthy();
          return;
        }
        const {active, from, mixed} = choice;
        if (one.selected) expect(active.name).toBe(one.selected.name);
        else if (one.defaultName && one.keychainEnabled) expect(active.name).toBe(one.defaultName);
        if ('keychain' in from) {
          expect(one.keychainEnabled).toBe(true);
          expect(from.keychain.name).toBe(active.name);
          return;
        }
        const fromVariables = [from.keyId, from.owner, from.key].map(({source}) => source.startsWith('TOOL_'));
        expect(mixed).toBe(fromVariables.includes(true) && fromVariables.includes(false) && active.name !== undefined);
        if (one.strict) expect(mixed).toBe(false);
        if (active.name === undefined) expect(one.environment.complete).toBeDefined();
        const profile = chooseProfile(one);
        if (profile?.keyId) expect(from.keyId.value).toBe(profile.keyId);
        if (profile?.keyType) expect(from.owner.value).toEqual({keyType: 'individual'});
        else if (profile?.issuerId) expect(from.owner.value).toEqual({issuerId: profile.issuerId});
        expect(from.owner.value.issuerId === undefined).toBe(from.owner.value.keyType === 'individual');
        if (profile?.privateKeyPath) expect(from.key.value).toMatchObject({path: profile.privateKeyPath});
      }),
      {numRuns: 500},
    );
  });

  test('returns the same credentials in strict mode as in normal mode, or refuses', () => {
    fc.assert(
      fc.property(inputs, (one) => {
        let strict: unknown;
        try {
          strict = chooseCredential({...one, strict: true});
        } catch {
          return;
        }
        expect(chooseCredential({...one, strict: false})).toEqual(strict);
      }),
    );
  });
});
