import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {readGlobals} from '../../src/app/command-line/globals.ts';
import {hasWebPages} from '../../src/services/model/web-pages.ts';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {TempHome} from '../support/temp-home.ts';

let sandbox: RunningSandbox;
let home: TempHome;
beforeEach(async () => {
  sandbox = await startSandbox();
  home = new TempHome();
});
afterEach(async () => {
  home.remove();
  await sandbox.close();
});

async function tool(...argv: string[]) {
  const {code, stdout, stderr} = await home.run(argv, {env: {...sandbox.variables}});
  return {code, stderr, result: stdout === '' ? undefined : JSON.parse(stdout)};
}

it('includes the date of the submission or rejection when listing apps', async () => {
  const {code, result} = await tool(
    'apps',
    'list',
    '--bundle-id',
    'com.example.harbor,com.example.second,com.example.aurora',
  );
  expect(code).toBe(0);
  const inFlight = result.data.flatMap((app: {attributes: {inFlight: {storeState: string; since?: string}[]}}) =>
    app.attributes.inFlight.map(({storeState, since}) => [storeState, since !== undefined]),
  );
  expect(Object.fromEntries(inFlight)).toEqual({
    PENDING_DEVELOPER_RELEASE: false,
    IN_REVIEW: true,
    PENDING_CONTRACT: false,
    WAITING_FOR_EXPORT_COMPLIANCE: false,
    WAITING_FOR_REVIEW: true,
    REJECTED: true,
  });
});

it('names the person behind each submission and withdrawal in versions history', async () => {
  const {result} = await tool('versions', 'history', '--version-id', 'com.example.quiet@4.0:IOS');
  const events = result.data.map(({event, by}: {event: string; by: string | null}) => [event, by]);
  expect(events).toEqual([
    ['created', null],
    ['submitted', 'Robin Example'],
    ['withdrawn', 'Robin Example'],
  ]);
});

const NEEDY = ['aurora', 'second', 'brake', 'steps', 'harbor', 'boats', 'house', 'hoshi', 'shelf'].map(
  (app) => `com.example.${app}`,
);

it('lists apps with their next steps and the progress of their roll-outs', async () => {
  const {code, result} = await tool('apps', 'list', '--roll-outs', '--bundle-id', NEEDY.join(','));
  expect(code).toBe(0);
  type Listed = {attributes: {bundleId: string; needs: string | null; live: {rollOut?: object}[]}};
  const rows = result.data.map(({attributes: {bundleId, needs, live}}: Listed) => {
    return [bundleId.replace('com.example.', ''), [needs, ...live.flatMap(({rollOut}) => rollOut ?? [])]];
  });
  expect(Object.fromEntries(rows)).toEqual({
    aurora: ['release 3.3.0 (IOS)', {state: 'ACTIVE', day: 5}],
    second: ['read why 1.1 (IOS) was rejected'],
    brake: ['resume the roll-out of 2.1 (IOS)', {state: 'PAUSED', day: 4}],
    steps: [null, {state: 'ACTIVE', day: 3}],
    harbor: [expect.stringMatching(/^sign an agreement for /)],
    boats: ['submit 2.0 (IOS)'],
    house: ['submit 1.1 (IOS)'],
    hoshi: ['submit 2.2.0 (IOS)'],
    shelf: [null],
  });
});

it('lists each app on one line, with its whole bundle ID, on a narrow terminal', async () => {
  const argv = ['apps', 'list', '--bundle-id', NEEDY.join(','), '--output', 'table', '--no-input'];
  const narrow = {env: {...sandbox.variables}, tty: true, columns: 80};
  const {stdout} = await home.run(argv, narrow);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1 + NEEDY.length);
  for (const bundleId of NEEDY) expect(stdout).toMatch(new RegExp(`${bundleId}(?: |$)`, 'm'));
  expect(Math.max(...lines.map(({length}) => length))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('release 3.3.0 (IOS)');
  expect(stdout).toMatch(/sign an agreement for 5\.1\.0 \(\w+\)/);
});

describe('advice that would name a web page', () => {
  const FERN = ['--version-id', 'com.example.fern@editable'];

  it('suggests a sandbox command that runs as printed and fills in the data that a version lacks', async () => {
    const {stderr} = await tool('versions', 'submit', ...FERN, '--confirm');
    expect(stderr).not.toContain('https://');
    const [, line = ''] = /: tool (sandbox --fill-in \d+)$/m.exec(stderr) ?? [];
    const checked = await tool('versions', 'check', ...FERN);
    expect(checked.result.checks.map(({hint}: {hint?: string}) => hint)).toContain(`tool ${line}`);
    expect((await home.run(line.split(' '), {env: {...sandbox.variables}})).code).toBe(0);
    const again = await tool('versions', 'check', ...FERN);
    expect(JSON.stringify(again.result)).not.toContain('fill-in');
  });

  it('names the web page for missing data if TOOL_SANDBOX_URL names no sandbox', async () => {
    const {stdout} = await home.run(['versions', 'check', ...FERN, '--output', 'table'], {
      env: {...sandbox.variables, TOOL_SANDBOX_URL: ''},
    });
    expect(stdout).toMatch(/https:\/\/appstoreconnect\.apple\.com\/apps\/\d+\/distribution/);
    expect(stdout).not.toContain('fill-in');
  });

  it('says that the sandbox has no web page for an agreement', async () => {
    const create = ['versions', 'create', '--app', 'com.example.harbor', '--version', '9.0', '--platform', 'VISION_OS'];
    const {stderr} = await tool(...create);
    expect(stderr).toContain('Accept the agreement: the sandbox has no web page\n');
  });
});

describe('tables in a terminal that shows links', () => {
  const PAGES = 'https://appstoreconnect.apple.com/apps';
  const table = (argv: readonly string[], env = {}, tty = true) =>
    home.run([...argv, '--output', 'table', '--no-input'], {
      env: {...sandbox.variables, TOOL_SANDBOX_URL: '', ...env},
      tty,
      links: true,
    });
  const linksIn = (text: string) =>
    [...text.matchAll(/\u001B\]8;;([^\u0007]+)\u0007([^\u001B]*)/g)].map(([, ...link]) => link);

  it('links an app, a version and a build in a table to their pages', async () => {
    const apps = linksIn((await table(['apps', 'list', '--bundle-id', 'com.example.aurora'])).stdout);
    expect(apps).toEqual([[expect.stringMatching(`^${PAGES}/\\d+/distribution$`), 'Aurora Notes']]);
    const page = apps[0]?.[0];
    const versions = await table(['versions', 'list', '--app', 'com.example.aurora', '--limit', '20']);
    expect(linksIn(versions.stdout)).toContainEqual([`${page}/ios/version/inflight`, '3.3.0']);
    expect(linksIn(versions.stdout)).toContainEqual([`${page}/ios/version/deliverable`, '3.2.1']);
    const [build] = linksIn((await table(['builds', 'list', '--app', 'com.example.aurora', '--limit', '1'])).stdout);
    expect(build?.[0]).toMatch(new RegExp(`^${PAGES}/\\d+/testflight/\\w+/[\\da-f-]{36}$`));
  });

  it.each([
    ['a pipe', [], {}, false],
    ['--no-color', ['--no-color'], {}, true],
    ['NO_COLOR', [], {NO_COLOR: '1'}, true],
    ['--screen-reader', ['--screen-reader'], {}, true],
    ['TOOL_LINKS=off', [], {TOOL_LINKS: 'Off'}, true],
    ['TOOL_LINKS=0', [], {TOOL_LINKS: ' 0 '}, true],
    ['a dumb terminal', [], {TERM: 'dumb'}, true],
    ['a sandbox', [], () => ({TOOL_SANDBOX_URL: sandbox.variables.TOOL_SANDBOX_URL}), true],
  ])('prints no links in tables: %s', async (_, flags, env, tty) => {
    const {code, stdout} = await table(['apps', 'list', ...flags], typeof env === 'function' ? env() : env, tty);
    expect(code).toBe(0);
    expect(stdout).toContain('Aurora Notes');
    expect(stdout).not.toContain('\u001B]');
  });
});

it('warns once about a TOOL_LINKS that is neither true nor false, and ignores it', async () => {
  const env = {...sandbox.variables, TOOL_LINKS: 'maybe'};
  const {stderr} = await home.run(['apps', 'list', '--limit', '1', '--no-input'], {env});
  expect(stderr.match(/TOOL_LINKS='maybe' is neither true nor false: ignored/g)).toHaveLength(1);
});

describe('release-notes', () => {
  const NEXT = ['--version-id', 'com.example.tongues@editable'];

  it('pulls release notes in forty locales, and pushes the edited texts to the next version', async () => {
    const pulled = await tool('release-notes', 'pull', '--version-id', 'com.example.tongues@live', '--dir', 'metadata');
    expect(pulled.result.written).toHaveLength(40);
    const folder = join(home.path, 'work', 'metadata');
    expect(readdirSync(folder)).toEqual(pulled.result.written);
    home.write('work/metadata/de-DE/release_notes.txt', 'Neue Töne.\n');
    home.write('work/metadata/ja/release_notes.txt', '新しい音 ♪\n');
    const pushed = await tool('release-notes', 'push', ...NEXT, '--dir', 'metadata');
    expect(pushed).toMatchObject({code: 0, stderr: '', result: {updated: ['de-DE', 'ja'], failed: []}});
    expect(pushed.result.unchanged).toHaveLength(38);
    const again = await tool('release-notes', 'push', ...NEXT, '--dir', 'metadata');
    expect(again.result).toMatchObject({updated: [], failed: []});
    const copied = await tool('release-notes', 'copy', ...NEXT, '--from', 'com.example.tongues@live', '--locale', 'ja');
    expect(copied.result).toMatchObject({updated: ['ja'], unchanged: []});
    const listed = await tool('release-notes', 'list', ...NEXT);
    const texts = Object.fromEntries(
      listed.result.data.map(({locale, whatsNew}: {locale: string; whatsNew: string}) => [locale, whatsNew]),
    );
    expect(texts['de-DE']).toBe('Neue Töne.');
    expect(`${texts.ja}\n`).not.toBe(readFileSync(join(folder, 'ja', 'release_notes.txt'), 'utf8'));
  });

  it('refuses release notes for a first version and for a live version', async () => {
    const first = await tool('release-notes', 'set', '--version-id', 'com.example.seedling@editable', '--text', 'New.');
    expect(first).toMatchObject({code: 5, stderr: expect.stringContaining('it takes no release notes')});
    const live = await tool('release-notes', 'set', '--version-id', 'com.example.tongues@live', '--text', 'New.');
    expect(live).toMatchObject({code: 5, stderr: expect.stringContaining('is in READY_FOR_SALE')});
  });
});

describe('phased-release', () => {
  const phased = (name: string, version: string, ...flags: string[]) =>
    tool('phased-release', name, '--version-id', version, ...flags);

  it('sets up a phased release before the release, for updates only', async () => {
    expect((await phased('enable', 'com.example.boats@editable')).result).toMatchObject({state: 'INACTIVE', day: null});
    expect((await phased('enable', 'com.example.boats@editable')).code).toBe(0);
    expect((await phased('pause', 'com.example.boats@editable')).code).toBe(5);
    expect((await phased('disable', 'com.example.boats@editable', '--confirm')).result.state).toBeNull();
    expect((await phased('enable', 'com.example.seedling@editable')).code).toBe(5);
  });

  it('pauses, resumes and completes a phased release after the release', async () => {
    const steps = 'com.example.steps@live';
    expect((await phased('view', steps)).result).toMatchObject({state: 'ACTIVE', day: 3, percent: 5, nextPercent: 10});
    expect((await phased('pause', steps)).result.state).toBe('PAUSED');
    expect((await phased('resume', steps)).result.state).toBe('ACTIVE');
    expect((await phased('complete', steps, '--confirm')).result).toMatchObject({state: 'COMPLETE', percent: 100});
    expect((await phased('pause', steps)).code).toBe(5);
    expect((await phased('disable', steps, '--confirm')).code).toBe(5);
  });
});

it('accepts only one answer to the encryption question of a build', async () => {
  const {result} = await tool('builds', 'list', '--app', 'com.example.cipher', '--version', '1.1');
  const [build] = result.data;
  expect(build.attributes.usesEncryption).toBeUndefined();
  const update = ['builds', 'update', '--build-id', build.id, '--uses-encryption', 'false'];
  expect(await tool(...update)).toMatchObject({
    code: 0,
    result: {attributes: {...build.attributes, usesEncryption: false}},
  });
  expect((await tool(...update)).code).toBe(5);
});

it.each([
  ['versions', 'list', '--app', '999'],
  ['versions', 'create', '--app', '999', '--version', '9.9'],
])('says which command lists the apps if the app is unknown: %j', async (...argv) => {
  const {code, stderr} = await tool(...argv);
  expect(code).toBe(4);
  expect(stderr).toContain("Hint: 'tool apps list' shows the IDs of the apps that this API key can see.");
});

describe('versions create with a version string in use', () => {
  const create = (version: string, app: string) => tool('versions', 'create', '--app', app, '--version', version);

  it('suggests --if-exists if versions create repeats the version string of a version in preparation', async () => {
    const {code, stderr} = await create('2.0', 'com.example.boats');
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /Continue with it: tool versions create --app \d+ .*--version 2\.0 --platform IOS --if-exists skip\n/,
    );
    expect(stderr).not.toContain('Rename it');
    expect(stderr).not.toContain('higher');
  });

  it('says that versions create cannot use the version string of a released version', async () => {
    const {code, stderr} = await create('3.1', 'com.example.steps');
    expect(code).toBe(5);
    expect(stderr).toContain('Hint: This version string was already used on this platform. Choose a higher one.');
  });

  it('names the version in flight that must be finished before versions create', async () => {
    const {code, stderr} = await create('2.1', 'com.example.boats');
    expect(code).toBe(5);
    expect(stderr).toContain('Only one version of a platform can be in flight: release, withdraw, rename or delete');
    expect(stderr).toContain('Error: Version 2.0 of the same platform is in PREPARE_FOR_SUBMISSION');
  });
});

describe('an app in preparation', () => {
  it.each([
    ['shelf', '1.0:IOS'],
    ['seedling', '1.0:IOS'],
    ['fern', '1.0.0:IOS'],
    ['tides', '2.0:TV_OS'],
  ])('reports a version as ready for review after tool sandbox --fill-in: %s', async (name, version) => {
    const app = `com.example.${name}`;
    const id = `${app}@${version}`;
    if (name === 'shelf') expect((await tool('versions', 'create', '--app', app, '--version', '1.0')).code).toBe(0);
    const fill = () => home.run(['sandbox', '--fill-in', app], {env: {...sandbox.variables}});
    expect(await fill()).toMatchObject({code: 0, stdout: expect.stringMatching(/^Filled in: .*review contact/)});
    expect((await fill()).stdout).toBe('Filled in: nothing was missing\n');
    expect((await tool('versions', 'attach-build', '--version-id', id, '--build', 'latest')).code).toBe(0);
    await tool('versions', 'update', '--version-id', id, '--copyright', '2026 Example');
    const check = await tool('versions', 'check', '--version-id', id, '--ask-service');
    expect(check).toMatchObject({code: 0, result: {ready: true}});
  });
});

describe('TOOL_SANDBOX_URL', () => {
  const globalsOf = (env: Record<string, string>) => readGlobals({}, {env, platform: 'linux'}, () => {});

  it.each([
    ['is the address of the sandbox itself', {}, false],
    ['is not the address in use, although that is on this machine', {TOOL_API_URL: 'http://127.0.0.1:1'}, true],
    ['is empty', {TOOL_SANDBOX_URL: ''}, true],
  ])('decides whether web pages exist if TOOL_SANDBOX_URL %s', (_, env, expected) => {
    expect(hasWebPages(globalsOf({...sandbox.variables, ...env}))).toBe(expected);
  });
});
