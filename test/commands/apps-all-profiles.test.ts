import {decodeProtectedHeader} from 'jose';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Service, startService, UNAUTHORIZED, wirePage} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let service: Service;
/** The status and the body that the service answers with, by key ID. */
let answers: Record<string, [status: number, body: unknown]>;

const apps = (...ids: string[]): [number, unknown] => [
  200,
  wirePage(ids.map((id) => ({type: 'apps', id, attributes: {name: `App ${id}`, bundleId: `com.example.${id}`}}))),
];

beforeEach(async () => {
  home = new TempHome();
  const of = (name: string) => ({name, key_id: `KEY-${name}`, issuer_id: 'I1', private_key_path: home.keyPath});
  home.writeConfig({default_profile: 'home', profiles: [of('agency'), of('home'), of('work')]});
  service = await startService((request, response) => {
    const {kid = ''} = decodeProtectedHeader(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const [status, body] = answers[kid] ?? [500, {}];
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

const list = (...more: string[]) =>
  home.run(['apps', 'list', '--all-profiles', ...more], {env: {TOOL_API_URL: service.url}});

describe('apps list --all-profiles', () => {
  test('reads the apps of all profiles, the default profile first, and names the profile in each row', async () => {
    answers = {'KEY-agency': apps('1'), 'KEY-home': apps('2', '3'), 'KEY-work': apps('1')};
    const {code, stdout} = await list();
    expect(code).toBe(0);
    const rows = JSON.parse(stdout).data.map(({id, attributes}: {id: string; attributes: {profile: string}}) => [
      attributes.profile,
      id,
    ]);
    expect(rows).toEqual([
      ['home', '2'],
      ['home', '3'],
      ['agency', '1'],
      ['work', '1'],
    ]);
    const table = await list('--output', 'table');
    expect(table.stdout).toMatch(/^Profile +ID +Name/);
    expect(table.stdout).toMatch(/^agency +1 +App 1/m);
  });

  test.each(['json', 'table', 'ndjson'])(
    "prints the other profiles' apps as %s if the service refuses the key of one profile",
    async (format) => {
      answers = {'KEY-agency': apps('1'), 'KEY-home': [401, UNAUTHORIZED], 'KEY-work': apps('4')};
      const {code, stdout, stderr} = await list('--output', format);
      expect(code).toBe(3);
      expect(stdout).toContain('com.example.1');
      expect(stdout).toContain('com.example.4');
      expect(stderr.split('\n').filter((line) => line.includes("Profile 'home' was not read: "))).toHaveLength(1);
    },
  );

  test('reports a profile whose key file is missing, and lists the apps of the other profiles', async () => {
    const [work] = home.config().profiles as object[];
    home.writeConfig({
      profiles: [work, {name: 'lost', key_id: 'K', issuer_id: 'I', private_key_path: '/nowhere/k.p8'}],
    });
    answers = {'KEY-agency': apps('1')};
    const {code, stdout, stderr} = await list('--output', 'ndjson');
    expect(code).toBe(3);
    expect(stdout).toContain('com.example.1');
    expect(stderr).toContain("Profile 'lost' was not read: ");
  });

  test('refuses --all-profiles together with --limit, or if no profile is stored', async () => {
    expect(await list('--limit', '3')).toMatchObject({code: 2, stderr: expect.stringContaining('--all-profiles')});
    home.writeConfig({profiles: []});
    expect(await list()).toMatchObject({code: 3, stderr: expect.stringContaining('No profile is stored')});
    expect(service.requests).toEqual([]);
  });
});
