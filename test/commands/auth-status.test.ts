import {rmSync} from 'node:fs';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {HttpFailure} from '../../src/services/ports.ts';
import {type Answer, json, raw, type Service, startService} from '../support/service.ts';
import {newKey, TempHome} from '../support/temp-home.ts';

let home: TempHome;
let service: Service | undefined;
beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  home.remove();
  await service?.close();
  service = undefined;
});

const status = (flags: readonly string[] = [], env: Record<string, string> = {}) =>
  home.run(['auth', 'status', ...flags], {env});
const statusJson = async (flags: readonly string[] = [], env: Record<string, string> = {}) =>
  JSON.parse((await status([...flags, '--output', 'json'], env)).stdout);

async function serve(...answers: Answer[]): Promise<{TOOL_API_URL: string}> {
  service = await startService(...answers);
  return {TOOL_API_URL: service.url};
}

const errors = (status: number, code: string, title: string, detail: string) =>
  json(status, {errors: [{status: String(status), code, title, detail}]});
const fine = json(200, {data: [], links: {self: 'x'}});
const unauthorized = errors(401, 'NOT_AUTHORIZED', 'Authentication credentials are missing or invalid.', 'Check them.');
const smallRole = errors(403, 'FORBIDDEN_ERROR', 'This request is forbidden', 'The API key in use does not allow it');
const agreement = errors(
  403,
  'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED',
  'A required agreement is missing or has expired.',
  'This request requires an agreement in effect, accepted by a user with the role Account Holder.',
);

describe('auth status', () => {
  test('says in auth status, if no profile is stored, where a login would store one', async () => {
    const {code, stdout} = await status();
    expect(code).toBe(0);
    expect(stdout).toBe(
      "Credential storage: System Keychain\nLocation: system keychain\nNo credentials stored.\nRun 'tool auth login' to store an API key.\n",
    );
    expect(await statusJson([], {TOOL_BYPASS_KEYCHAIN: '1'})).toEqual({
      storageBackend: 'Config File',
      storageLocation: home.configPath,
      credentials: [],
      environmentCredentialsProvided: false,
      environmentCredentialsComplete: false,
    });
  });

  test('lists the active credential variables in auth status if no profile is stored', async () => {
    const env = {TOOL_KEY_ID: 'SECRETID', TOOL_ISSUER_ID: 'SECRETISS', TOOL_PRIVATE_KEY: home.pem};
    const {code, stdout} = await status([], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nActive credentials: environment \(TOOL_KEY_ID, TOOL_ISSUER_ID, TOOL_PRIVATE_KEY\)\n$/);
    expect(stdout).not.toMatch(/SECRET|PRIVATE KEY-/);
    expect((await status([], {TOOL_KEY_ID: 'SECRETID'})).stdout).toMatch(
      /\nNo credentials stored\.\nRun 'tool auth login' to store an API key\.\n$/,
    );
  });

  test('lists profiles in auth status without reading a secret', async () => {
    await home.login('Work');
    await home.login('A', ['--bypass-keychain']);
    await home.run(['auth', 'switch', '--name', 'Work']);
    home.keychain.calls.length = 0;
    const {stdout} = await status();
    expect(stdout.split('\n')).toEqual([
      'Credential storage: System Keychain',
      'Location: system keychain',
      '',
      'Name  Key ID  Default  Stored In',
      'Work  K1      yes      keychain',
      'A     K1               config',
      '',
    ]);
    expect((await statusJson()).credentials).toEqual([
      {name: 'Work', keyId: 'K1', isDefault: true, storedIn: 'keychain'},
      {name: 'A', keyId: 'K1', isDefault: false, storedIn: 'config'},
    ]);
    expect(home.keychain.calls).toEqual([]);
  });

  test.each([
    ['locked', {}],
    ['missing', {}],
    ['open', {TOOL_BYPASS_KEYCHAIN: 'true'}],
  ] as const)(
    'names the config file as the storage when the keychain is %s and the environment is %j',
    async (state, env) => {
      home.keychain.state = state;
      expect((await status([], env)).stdout).toContain(
        `Credential storage: Config File\nLocation: ${home.configPath}\n`,
      );
    },
  );

  test('adds the active profile and its source to auth status with --verbose', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    const {stdout} = await status(['--verbose']);
    expect(stdout).toContain('Active profile: A (local config)\n');
    expect(await statusJson(['--verbose'])).toMatchObject({
      activeProfile: 'A',
      activeSource: 'local config',
      keychainAvailable: true,
      configPath: home.configPath,
      localConfigPath: home.localPath,
    });
    expect(await statusJson(['--verbose', '--profile', 'A'])).toMatchObject({activeProfile: 'A'});
  });

  test('lists the names, but never the values, of the credential variables that are set', async () => {
    const env = {TOOL_KEY_ID: 'SECRETID', TOOL_ISSUER_ID: 'SECRETISS'};
    expect(await statusJson([], env)).toMatchObject({
      environmentCredentialsProvided: true,
      environmentCredentialsComplete: false,
    });
    const whole = {...env, TOOL_PRIVATE_KEY: home.pem};
    expect(await statusJson(['--verbose'], whole)).toMatchObject({
      environmentCredentialsComplete: true,
      activeProfile: null,
      activeSource: 'environment',
    });
    for (const flags of [['--verbose'], ['--verbose', '--output', 'json']]) {
      expect((await status(flags, whole)).stdout).not.toMatch(/SECRETI/);
    }
  });

  test('strips control characters from config names before they reach a terminal', async () => {
    home.writeConfig({default_profile: '\u001b[31mred', profiles: [{name: '\u001b[31mred', key_id: '\u202ekey\n'}]});
    for (const flags of [[], ['--verbose'], ['--output', 'json']]) {
      const {stdout} = await status(flags);
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
      expect(stdout).toContain('red');
    }
  });

  test('never prints the issuer ID in auth status and Doctor', async () => {
    await home.login('A', ['--bypass-keychain']);
    home.writeConfig({...home.config(), profiles: [{...(home.config().profiles as object[])[0], issuer_id: 'ISSUER'}]});
    for (const words of [['status', '--verbose'], ['status', '--output', 'json', '--verbose'], ['doctor']]) {
      expect((await home.run(['auth', ...words])).stdout).not.toContain('ISSUER');
    }
  });
});

describe('auth status --validate', () => {
  test('reports whether the key of each profile works in auth status --validate', async () => {
    await home.login('Good');
    await home.login('Bad');
    await home.login('Small', ['--bypass-keychain']);
    await home.login('Unsigned', ['--bypass-keychain']);
    const env = await serve(fine, unauthorized, unauthorized, smallRole, agreement);
    const {code, stdout} = await status(['--validate'], env);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^Name +Key ID +Default +Stored In +Validation$/m);
    expect(stdout).toMatch(/^Good .* works$/m);
    expect(stdout).toMatch(/^Bad .* failed: Authentication credentials are missing or invalid/m);
    expect(stdout).toMatch(/^Small .* works \(limited role\)$/m);
    expect(stdout).toMatch(/^Unsigned .* failed: .*the Account Holder must accept it$/m);
    expect(service?.requests.every(({target}) => target === '/v1/apps?limit=1')).toBe(true);
  });

  test('prints auth status --validate as JSON, and exits with 0 if all profiles work', async () => {
    await home.login('A');
    const env = await serve(smallRole);
    const outcome = await status(['--validate', '--output', 'json'], env);
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout).credentials).toEqual([
      {name: 'A', keyId: 'K1', isDefault: true, storedIn: 'keychain', validation: 'works (limited role)'},
    ]);
  });

  test('validates a stored profile alone, without filling its gaps from variables', async () => {
    home.writeConfig({profiles: [{name: 'A', key_id: 'K'}]});
    const env = await serve(fine);
    const variables = {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem};
    const {code, stdout} = await status(['--validate'], {...env, ...variables});
    expect(code).toBe(3);
    expect(stdout).toMatch(/failed: Profile 'A' in .* is incomplete/);
    expect(service?.requests).toEqual([]);
  });

  test('reports a missing key, a locked keychain and a missing network in auth status --validate', async () => {
    await home.login('Config', ['--bypass-keychain']);
    rmSync(home.keyPath);
    expect((await status(['--validate'], await serve(fine))).stdout).toMatch(
      /failed: .*AuthKey_K1.p8.* does not exist/,
    );
    home.writeConfig({profiles: [{name: 'Chain', key_id: 'K', stored_in: 'keychain'}]});
    home.keychain.state = 'locked';
    expect((await status(['--validate'])).stdout).toMatch(/failed: The system keychain is locked/);
    home.keychain.state = 'open';
    home.keychain.items.set('Chain', JSON.stringify({key_id: 'K', issuer_id: 'I', private_key: home.pem}));
    const nobody = await status(['--validate'], {TOOL_API_URL: 'http://127.0.0.1:1'});
    expect(nobody.code).toBe(3);
    expect(nobody.stdout).toMatch(/failed: .*(?:connect|refused)/i);
  });

  test('does not report a limited role for a 403 that another server sent', async () => {
    await home.login('A');
    const {stdout} = await status(['--validate'], await serve(raw(403, '<html>Blocked by proxy</html>')));
    expect(stdout).toMatch(/failed: /);
  });

  test('reports a wrong system clock in auth status --validate', async () => {
    await home.login('A');
    const wrong = raw(401, '{"errors":[{"status":"401","code":"NOT_AUTHORIZED","title":"No"}]}', {
      date: new Date(Date.now() - 3_600_000).toUTCString(),
    });
    expect((await status(['--validate'], await serve(wrong))).stdout).toMatch(/failed: .*clock/);
  });
});

describe('auth login --network', () => {
  test('stores a credential with login --network after one request with its token', async () => {
    const env = await serve(fine);
    const {code, stderr} = await home.login('A', ['--network'], {env});
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(service?.requests.map(({target}) => target)).toEqual(['/v1/apps?limit=1']);
    const token = service?.requests[0]?.headers.authorization?.split(' ')[1] ?? '';
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({iss: 'I1', aud: 'appstoreconnect-v1'});
  });

  test.each([
    ['a 401', [unauthorized], 3, /Authentication credentials/],
    ['a missing agreement', [agreement], 3, /Account Holder/],
    ['a 500', [raw(500, '')], 8, /500/],
  ] as const)('stores nothing if login --network is answered with %s', async (_, answers, exit, message) => {
    const env = await serve(...answers);
    const {code, stdout, stderr} = await home.login('A', ['--network'], {env});
    expect({code, stdout}).toEqual({code: exit, stdout: ''});
    expect(stderr).toMatch(message);
    expect(home.exists('.tool')).toBe(false);
    expect(home.keychain.calls).toEqual([]);
  });

  test.each([
    [
      'a page of a proxy',
      raw(403, '<html><title>Access Denied</title>', {server: 'squid/5.7'}),
      /squid\/5\.7.*Access Denied/,
    ],
    ['empty', raw(403, ''), /not an answer of the service/],
    ['JSON of a gateway', json(403, {errors: [{message: 'Forbidden'}]}), /not an answer of the service/],
    ['a sign-in page', raw(200, '<html>Wi-Fi</html>'), /not JSON/],
    [
      'a team that is not found',
      json(403, {errors: [{code: 'FORBIDDEN_ERROR', title: 'Forbidden', detail: 'Unable to find a team'}]}),
      /Unable to find a team/,
    ],
    [
      'a missing agreement in older words',
      json(403, {errors: [{code: 'FORBIDDEN', title: 'A required agreement is missing or has expired.'}]}),
      /Account Holder/,
    ],
  ])('stores nothing if the response to login --network is %s', async (_, answer, words) => {
    const env = await serve(answer);
    const {code, stdout, stderr} = await home.login('A', ['--network'], {env});
    expect(code).not.toBe(0);
    expect({stdout, isStored: home.exists('.tool')}).toEqual({stdout: '', isStored: false});
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/role/);
  });

  test('stores a key with a limited role on login --network, and warns about the limit', async () => {
    const env = await serve(smallRole);
    const {code, stdout, stderr} = await home.login('A', ['--network'], {env});
    expect(code).toBe(0);
    expect(stdout).toContain("Registered API key 'A'");
    expect(stderr).toMatch(/^Warning: .*role is limited/);
  });

  test('exits with 7 and stores nothing if login --network cannot reach the service', async () => {
    const {code} = await home.login('A', ['--network'], {env: {TOOL_API_URL: 'http://127.0.0.1:1'}});
    expect(code).toBe(7);
    expect(home.exists('.tool')).toBe(false);
  });
});

describe('the credential of a command', () => {
  const LIST = ['versions', 'list', '--app', '1'];
  const keyIdOf = (index = 0) => {
    const token = service?.requests[index]?.headers.authorization?.split(' ')[1] ?? '';
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  };
  const variables = () => ({TOOL_KEY_ID: 'ENVKEY', TOOL_ISSUER_ID: 'ENVISS', TOOL_PRIVATE_KEY: newKey()});

  test('uses the default profile, and reads exactly one secret', async () => {
    await home.login('A');
    await home.login('B');
    home.keychain.calls.length = 0;
    const env = await serve(fine);
    expect(await home.run(LIST, {env})).toMatchObject({code: 0, stderr: ''});
    expect(home.keychain.calls).toEqual(['get B']);
  });

  test('uses a complete credential from variables without opening the keychain', async () => {
    const env = {...(await serve(fine)), ...variables()};
    expect(await home.run(LIST, {env})).toMatchObject({code: 0, stderr: ''});
    expect(keyIdOf()).toBe('ENVKEY');
    expect(home.keychain.calls).toEqual([]);
  });

  test('uses the profile that --profile or TOOL_PROFILE names, and prefers the flag', async () => {
    home.writeConfig({
      profiles: ['a', 'b'].map((name) => ({name, key_id: name, issuer_id: 'I', private_key_path: home.keyPath})),
    });
    const env = await serve(fine);
    await home.run(LIST, {env: {...env, TOOL_PROFILE: 'a'}});
    await home.run([...LIST, '--profile', 'b'], {env: {...env, TOOL_PROFILE: 'a'}});
    expect([keyIdOf(0), keyIdOf(1)]).toEqual(['a', 'b']);
    const unknown = await home.run([...LIST, '--profile', 'c'], {env: {...env, ...variables()}});
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toMatch(/--profile names the profile 'c'/);
    expect(service?.requests).toHaveLength(2);
  });

  test('uses a credential from two sources with one warning, and refuses it in strict mode', async () => {
    home.writeConfig({profiles: [{name: 'A', key_id: 'PROFILEKEY'}]});
    const env = {...(await serve(fine)), ...variables()};
    const mixed = await home.run(LIST, {env});
    expect(mixed.code).toBe(0);
    expect(mixed.stderr).toMatch(/^Warning: .*key ID from profile 'A' \(config\), issuer ID from TOOL_ISSUER_ID.*\n$/);
    for (const strict of [
      await home.run([...LIST, '--strict-auth'], {env}),
      await home.run(LIST, {env: {...env, TOOL_STRICT_AUTH: 'on'}}),
    ]) {
      expect(strict.code).toBe(3);
      expect(strict.stderr).toMatch(/TOOL_PRIVATE_KEY/);
    }
    expect(service?.requests).toHaveLength(1);
  });

  test('exits with 3 and sends nothing if there is no credential', async () => {
    const env = await serve(fine);
    const {code, stderr} = await home.run(LIST, {env});
    expect(code).toBe(3);
    expect(stderr).toMatch(/tool auth login/);
    expect(service?.requests).toEqual([]);
  });

  test.each([
    ['a missing key file', {private_key_path: '/nowhere.p8', stored_in: undefined}, 3, /does not exist/],
    ['an index entry but no keychain item', {stored_in: 'keychain'}, 3, /no item/],
  ])('exits with 3 for a profile with %s', async (_, members, exit, message) => {
    home.writeConfig({profiles: [{name: 'A', key_id: 'K', issuer_id: 'I', ...members}]});
    const {code, stderr} = await home.run(LIST, {env: await serve(fine)});
    expect(code).toBe(exit);
    expect(stderr).toMatch(message);
  });

  test('exits with 10 if the keychain is locked', async () => {
    await home.login('A');
    home.keychain.state = 'locked';
    const {code, stderr} = await home.run(LIST, {env: await serve(fine)});
    expect(code).toBe(10);
    expect(stderr).toMatch(/locked/);
  });

  test('uses a stored profile for another API origin, and reports that once on a terminal', async () => {
    await home.login('Work', ['--bypass-keychain']);
    const env = await serve(fine);
    const line = `Signing for ${env.TOOL_API_URL} (TOOL_API_URL)\n`;
    expect((await home.run(LIST, {env})).stderr).toBe('');
    expect((await home.run([...LIST, '--no-input'], {env, tty: true})).stderr).toBe(line);
    expect((await home.run(['auth', 'status', '--validate'], {env, tty: true})).stderr).toBe(line);
    // A key from the environment is meant for the API URL from the environment, so there is nothing to report.
    const own = {...env, ...variables(), TOOL_NO_PROFILE: '1'};
    expect((await home.run([...LIST, '--no-input'], {env: own, tty: true})).stderr).toBe('');
    const real = {send: () => Promise.reject(new HttpFailure('dns', false, 'x')), close: async () => {}};
    const host = {http: async () => real};
    expect((await home.run([...LIST, '--no-input'], {tty: true, host})).stderr).not.toContain('Signing');
    expect(service?.requests).toHaveLength(4);
  });

  test('prefers the local config to the global config, and reports that only on a terminal', async () => {
    await home.login('Global', ['--bypass-keychain']);
    const profile = {name: 'L', key_id: 'LOCAL', issuer_id: 'I', private_key_path: home.keyPath};
    await home.writeLocal({default_profile: 'L', profiles: [profile]});
    const env = await serve(fine);
    const piped = await home.run(LIST, {env});
    const onTerminal = await home.run([...LIST, '--no-input'], {env, tty: true});
    expect([keyIdOf(0), keyIdOf(1), piped.stderr]).toEqual(['LOCAL', 'LOCAL', '']);
    expect(onTerminal.stderr).toContain(home.localPath);
  });
});

describe('auth status --validate with credentials from variables', () => {
  const variables = () => ({TOOL_KEY_ID: 'ABC1234567', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem});
  const status = async (env: Record<string, string>) => {
    const words = ['auth', 'status', '--validate'];
    const {code, stdout} = await home.run(words, {env});
    const {credentials} = JSON.parse((await home.run([...words, '--output', 'json'], {env})).stdout);
    return {code, stdout, credentials};
  };

  test('gives the credential in variables a row of its own in auth status --validate', async () => {
    const works = await status({...(await serve(fine, fine)), ...variables()});
    expect(works.code).toBe(0);
    expect(works.stdout).toMatch(/^environment +ABC1234567 +environment +works$/m);
    expect(works.credentials).toEqual([
      {name: 'environment', keyId: 'ABC1234567', isDefault: false, storedIn: 'environment', validation: 'works'},
    ]);
    const refused = await status({...(await serve(unauthorized)), ...variables()});
    expect(refused.code).toBe(3);
    expect(refused.stdout).toMatch(/^environment .* failed: /m);
    expect(refused.stdout).not.toContain('No credentials stored');
  });

  test('fails auth status --validate without a request if the variables are incomplete or hold no key', async () => {
    const env = await serve(fine);
    const all: Record<string, string>[] = [{TOOL_PRIVATE_KEY_B64: 'xxxx'}, {...variables(), TOOL_PRIVATE_KEY: 'xxxx'}];
    for (const broken of all) {
      const {code, stdout} = await status({...env, ...broken});
      expect(code).toBe(3);
      expect(stdout).toMatch(/^environment .* failed: /m);
    }
    expect(service?.requests).toEqual([]);
  });
});
