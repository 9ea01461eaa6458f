import {afterEach, describe, expect, it} from 'vitest';
import type {AppRequest} from '../../src/app/command.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, type Service, startService, wirePage, wireVersion} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

async function view(reference: string, answers: Answer[] = [], options: RunOptions = {}) {
  service = await startService(...answers);
  const env = {...environment(service.url), ...options.env};
  return runTool(['versions', 'view', '--version-id', reference], {...options, env});
}

const page = (...versions: unknown[]) => json(200, wirePage(versions));
const app = page({type: 'apps', id: '42', attributes: {bundleId: 'com.x'}});
const one = json(200, {data: wireVersion('v7'), links: {self: 'x'}});
const ios = wireVersion('v7');
const mac = wireVersion('v8', {platform: 'MAC_OS'});
const targets = () =>
  service.requests.map(({target}) => target.replace(/&?fields\[\w+\]=[^&]*/g, '').replace('?&', '?'));

describe('a reference that matches', () => {
  it.each([
    ['42@live', 'filter[appStoreState]=READY_FOR_SALE&limit=200'],
    ['42@LIVE:ios', 'filter[platform]=IOS&filter[appStoreState]=READY_FOR_SALE&limit=200'],
    ['42@1.0.0', 'filter[versionString]=1.0.0&limit=200'],
    ['42@1.0.0:IOS', 'filter[versionString]=1.0.0&filter[platform]=IOS&limit=200'],
    ['42@latest', 'limit=200'],
  ])('resolves the reference %s with one GET', async (reference, query) => {
    const {code} = await view(reference, [page(ios), one]);
    expect(code).toBe(0);
    expect(targets()).toEqual([`/v1/apps/42/appStoreVersions?${query}`, '/v1/appStoreVersions/v7']);
  });

  it('resolves editable to an editable version, and approved to an approved version', async () => {
    const editable = wireVersion('v7', {appStoreState: 'REJECTED'});
    expect((await view('42@editable', [page(editable), one])).code).toBe(0);
    expect(targets()[0]).toContain(
      '[appStoreState]=PREPARE_FOR_SUBMISSION,DEVELOPER_REJECTED,REJECTED,METADATA_REJECTED,INVALID_BINARY&',
    );
    await service.close();
    const approved = wireVersion('v7', {appStoreState: 'PENDING_DEVELOPER_RELEASE'});
    expect((await view('42@approved', [page(approved), one])).code).toBe(0);
    expect(targets()[0]).toContain('[appStoreState]=PENDING_DEVELOPER_RELEASE&');
  });

  it('resolves a reference with a bundle ID after a lookup of the app', async () => {
    await view('com.x@live', [app, page(ios), one]);
    expect(service.lines()).toEqual([
      'GET /v1/apps',
      'GET /v1/apps/42/appStoreVersions',
      'GET /v1/appStoreVersions/v7',
    ]);
  });

  it('resolves latest to the newest version, whatever the order of the versions on the page', async () => {
    const newer = wireVersion('v9', {platform: 'TV_OS', createdDate: '2026-05-01T10:00:00Z'});
    await view('42@latest', [page(ios, newer, mac), one]);
    expect(service.lines().at(-1)).toBe('GET /v1/appStoreVersions/v9');
  });

  it('resolves a reference whose bundle ID looks like a version, or whose app is in TOOL_APP_ID', async () => {
    await view('1.2@1.0.0', [page({type: 'apps', id: '1', attributes: {bundleId: '1.2'}}), page(ios), one]);
    expect(service.lines()[1]).toBe('GET /v1/apps/1/appStoreVersions');
    await service.close();
    expect((await view('@live', [page(ios), one], {env: {TOOL_APP_ID: '42'}})).code).toBe(0);
    expect(service.lines()[0]).toBe('GET /v1/apps/42/appStoreVersions');
  });

  it('opens tool tui on the version that a reference names', async () => {
    service = await startService(page(ios));
    let request: AppRequest | undefined;
    const openApp = async (asked: AppRequest) => {
      request = asked;
      return 0;
    };
    const argv = ['tui', 'version', '--version-id', '42@live'];
    const {stderr} = await runTool(argv, {tty: true, openApp, env: {...environment(service.url), TOOL_APP_ID: '7'}});
    // The progress line is all that the user sees until the service answers.
    expect(stderr).toBe('\r\u001b[KLooking for 42@live …\r\u001b[K');
    expect(request).toMatchObject({screen: 'version', versionId: 'v7'});
    // Otherwise, keys pressed before the version is read would act on the app of TOOL_APP_ID.
    expect(request?.app).toBeUndefined();
  });
});

describe('more versions than a page holds', () => {
  const many = (from: number, to: number) =>
    Array.from({length: to - from}, (_, index) =>
      wireVersion(`v${from + index}`, {
        versionString: `1.${from + index}`,
        createdDate: new Date((from + index) * 86_400_000).toISOString(),
      }),
    );
  const next = (from: number) => `${service.url}/v1/apps/42/appStoreVersions?cursor=${from}`;
  const first: Answer = (...exchange) => json(200, wirePage(many(0, 200), {next: next(200)}))(...exchange);
  const last = page(...many(200, 250));

  it('resolves latest to the newest version if the pages begin with the oldest', async () => {
    expect((await view('42@latest', [first, last, one])).code).toBe(0);
    expect(service.lines().at(-1)).toBe('GET /v1/appStoreVersions/v249');
  });

  it('reads only the first page for latest if that page is strictly sorted from new to old', async () => {
    const newest: Answer = (...exchange) => json(200, wirePage(many(0, 200).reverse(), {next: next(200)}))(...exchange);
    expect((await view('42@latest', [newest, one])).code).toBe(0);
    expect(service.lines()).toEqual(['GET /v1/apps/42/appStoreVersions', 'GET /v1/appStoreVersions/v199']);
    await service.close();
    const sameDay = many(0, 200).map((item) => ({
      ...item,
      attributes: {...(item.attributes as object), createdDate: '2026-01-01T10:00:00Z'},
    }));
    const alike: Answer = (...exchange) => json(200, wirePage(sameDay, {next: next(200)}))(...exchange);
    expect((await view('42@latest', [alike, last, one])).code).toBe(0);
    expect(service.lines()).toHaveLength(3);
  });

  it('finds a referenced version on the last page, and reports matches on two pages as ambiguous', async () => {
    expect((await view('42@1.249', [first, last, one])).code).toBe(0);
    await service.close();
    const again = page(wireVersion('v999', {versionString: '1.0', platform: 'MAC_OS'}));
    const {code, stderr} = await view('42@1.0', [first, again]);
    expect(code).toBe(2);
    expect(stderr).toContain('  42@1.0:MAC_OS  READY_FOR_SALE  (v999)');
  });

  it("lists the app's other versions, newest first, if none matches the reference", async () => {
    const {code, stderr} = await view('42@9.9', [page(), first, last]);
    expect(code).toBe(4);
    expect(stderr).toContain('The app has:\n  42@1.249:IOS  READY_FOR_SALE  (v249)\n');
    expect(stderr).toContain('  … and 240 more');
  });

  it('chooses no version for a reference if one page of versions fails', async () => {
    const {code, stderr} = await view('42@latest', [first, json(403, {errors: [{title: 'no'}]})]);
    expect(code).toBe(3);
    expect(stderr).toContain('Page 2: no');
  });
});

it('exits with 130 on Ctrl+C during the second GET for a reference, although nothing has matched', async () => {
  const controller = new AbortController();
  const interrupt: Answer = () =>
    controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
  const {code, stderr} = await view('42@3.4.0', [page(), interrupt], {signal: controller.signal});
  expect({code, stderr}).toEqual({code: 130, stderr: 'Error: Interrupted\n'});
});

it('finds a bundle ID among more apps than a page holds', async () => {
  const apps = (from: number, to: number) =>
    Array.from({length: to - from}, (_, index) => ({
      type: 'apps',
      id: String(from + index),
      attributes: {bundleId: from + index === 260 ? 'com.x' : `com.x${from + index}`},
    }));
  const first: Answer = (...exchange) =>
    json(200, wirePage(apps(0, 200), {next: `${service.url}/v1/apps?cursor=200`}))(...exchange);
  expect((await view('com.x@live', [first, page(...apps(200, 300)), page(ios), one])).code).toBe(0);
  expect(service.requests[0]?.target).toContain('limit=200');
  expect(service.lines()[2]).toBe('GET /v1/apps/260/appStoreVersions');
});

describe('an app whose versions are included in the lookup of its bundle ID', () => {
  const withVersions = (total: number, ...of: Record<string, unknown>[]) => {
    const data = of.map(({id, type}) => ({id, type}));
    const relationships = {appStoreVersions: {data, meta: {paging: {total, limit: 50}}}};
    const resource = {type: 'apps', id: '42', attributes: {bundleId: 'com.x'}, relationships};
    return json(200, {...Object(wirePage([resource])), included: of});
  };

  it('resolves a bundle ID and its versions with one request if the response includes the versions', async () => {
    expect((await view('com.x@1.0.0:IOS', [withVersions(2, ios, mac), one])).code).toBe(0);
    expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/appStoreVersions/v7']);
  });

  it("requests the app's versions if the response to the bundle ID does not include all of them", async () => {
    const {code, stderr} = await view('com.x@1.0.0', [withVersions(51, ios), page(ios, mac)]);
    expect(code).toBe(2);
    expect(stderr).toContain('matches several versions');
    expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/apps/42/appStoreVersions']);
  });
});

describe('an ambiguous reference', () => {
  it('suggests one reference for each platform if a reference is ambiguous', async () => {
    const {code, stdout, stderr} = await view('com.x@live', [app, page(ios, mac)]);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain('com.x@live matches several versions:\n  com.x@live:IOS');
    expect(stderr).toContain('  com.x@live:MAC_OS  READY_FOR_SALE  (v8)');
  });

  it('lists version strings if a reference matches several versions of a platform', async () => {
    const editable = (id: string, versionString: string) =>
      wireVersion(id, {versionString, appStoreState: 'PREPARE_FOR_SUBMISSION'});
    const {code, stderr} = await view('42@editable', [page(editable('a', '2.0'), editable('b', '3.0'))]);
    expect(code).toBe(2);
    expect(stderr).toContain('  42@2.0:IOS  PREPARE_FOR_SUBMISSION  (a)\n  42@3.0:IOS');
  });
});

describe('a reference without a match', () => {
  it("exits with 4 and lists the app's versions if a reference matches none", async () => {
    const many = Array.from({length: 30}, (_, index) =>
      wireVersion(`v${index}`, {versionString: `1.${index}`, createdDate: new Date(index * 86_400_000).toISOString()}),
    );
    const {code, stderr} = await view('42@3.4.0', [page(), page(...many)]);
    expect(code).toBe(4);
    expect(stderr).toContain('No version matches 42@3.4.0\nThe app has:\n  42@1.29:IOS  READY_FOR_SALE  (v29)');
    expect(stderr).toContain('  … and 20 more');
    expect(service.requests).toHaveLength(2);
  });

  it("exits with 4 if a reference's app has no versions, or they cannot be listed", async () => {
    expect((await view('42@live', [page()])).stderr).toContain('The app has no versions.');
    await service.close();
    const refused = json(403, {errors: [{title: 'no'}]});
    expect(await view('42@live', [page(), refused])).toMatchObject({
      code: 4,
      stderr: 'Error: No version matches 42@live\n',
    });
  });

  it('exits with 4 for a reference with an unknown bundle ID', async () => {
    expect(await view('com.y@live', [app])).toMatchObject({code: 4});
  });

  it.each([
    ['42@1.0', ios],
    ['42@latest:MAC_OS', ios],
  ])(
    'exits with 4 if the service returns a version that does not match the reference %s',
    async (reference, version) => {
      const {code} = await view(reference, [page(version)]);
      expect(code).toBe(4);
    },
  );
});

describe('an app in place of a version', () => {
  it.each(['com.x/2.0', 'com.x:2.0'])('refuses %s, and shows an example of a reference', async (given) => {
    const {code, stderr} = await view(given);
    expect({code, stderr}).toEqual({
      code: 2,
      stderr: expect.stringContaining('or a reference like com.example.app@live'),
    });
  });
});

describe('an app', () => {
  it.each([
    'id6446111723',
    'https://apps.apple.com/de/app/paper-boats/id6446111723?mt=8',
    'https://appstoreconnect.apple.com/apps/6446111723/distribution/ios/version/inflight',
  ])('accepts %s in place of an app ID', async (given) => {
    service = await startService(page());
    const {code} = await runTool(['versions', 'list', '--app', given], {env: environment(service.url)});
    expect({code, lines: service.lines()}).toEqual({code: 0, lines: ['GET /v1/apps/6446111723/appStoreVersions']});
  });
});

describe('a malformed reference', () => {
  it.each([
    ['@live', 'needs an app before the @, or TOOL_APP_ID'],
    ['42@', 'must end in a version string or one of live, editable, approved, latest'],
    ['42@a b', 'must end in a version string or one of live'],
    ['42@live@ios', 'must end in a version string or one of live'],
    ['42@live:AMIGA', 'must end in one of IOS, MAC_OS, TV_OS, VISION_OS after the colon'],
    ['42@live:', 'must end in one of IOS'],
    ['42@live:IOS:IOS', 'must end in a version string or one of live'],
    ['a/b@live', 'must begin with an app ID or a bundle ID'],
    ['..@live', 'must begin with an app ID'],
  ])('exits with 2 for the reference %s, and sends no request', async (reference, message) => {
    const {code, stderr} = await view(reference);
    expect(code).toBe(2);
    expect(stderr).toContain(`--version-id ${message}`);
    expect(service.requests).toEqual([]);
  });
});
