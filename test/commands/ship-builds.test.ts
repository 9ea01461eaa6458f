import {beforeEach, describe, expect, it} from 'vitest';
import type {Build} from '../../src/services/model/version.ts';
import {findBuild} from '../../src/services/ship/situation.ts';
import type {Store} from '../../src/services/store/store.ts';
import {PracticeStore} from '../support/practice-store.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

const RELEASES = (lines: readonly string[]) => lines.filter((line) => line.includes('ReleaseRequests'));

describe('--build latest after the submission', () => {
  const words = ['ship', '--app', 'com.example.aurora', '--version', '3.4.0', '--platform', 'IOS', '--confirm'];

  /** Submits build 413. Build 414 is processed while the version is in review. */
  async function submitted(goal: 'submitted' | 'approved') {
    await store.run(['versions', 'release', '--version-id', 'com.example.aurora@approved', '--confirm']);
    store.clock.advance(10_000);
    const given = ['--notes', 'New.', '--release-type', 'MANUAL'];
    const {code} = await store.run([...words, ...given, '--build-number', '413', '--until', goal]);
    expect(code).toBe(0);
  }

  it.each(['submitted', 'approved'] as const)(
    'refuses to release a version with ship if a newer build exists: %s',
    async (goal) => {
      await submitted(goal);
      const {code, stderr} = await store.run([...words, '--build', 'latest', '--until', 'live']);
      expect({code, writes: store.writes()}).toEqual({code: 5, writes: []});
      expect(stderr).toContain('build 414 is newer than build 413');
      expect(stderr).toContain('tool versions withdraw --version-id');
    },
  );

  it('warns about a build newer than the submitted build if ship releases nothing', async () => {
    await submitted('submitted');
    const {code, stderr} = await store.run([...words, '--build', 'latest', '--until', 'approved']);
    expect(code).toBe(0);
    expect(stderr).toContain('Warning: Version 3.4.0 (IOS): build 414 is newer than build 413');
  });

  it.each([['--build-number', '413'], []])(
    'releases the reviewed build with ship if its number or no build is given: %s %s',
    async (...build) => {
      await submitted('approved');
      const {code} = await store.run([...words, ...build, '--until', 'live']);
      expect({code, releases: RELEASES(store.writes())}).toEqual({code: 0, releases: [expect.any(String)]});
    },
  );

  it('releases nothing with ship if the newer builds cannot be read', async () => {
    await submitted('approved');
    store.before = (line) => {
      if (line === 'GET /v1/builds') throw new Error('down');
    };
    const {code} = await store.run([...words, '--build', 'latest', '--until', 'live']);
    expect({code: code === 0, releases: RELEASES(store.writes())}).toEqual({code: false, releases: []});
  });
});

it('skips a build for internal testing with ship --build latest, and refuses that build if its number is given', async () => {
  const id = 'com.example.lost@editable';
  const shipped = await store.run([
    'ship',
    '--version-id',
    id,
    '--build',
    'latest',
    '--until',
    'ready',
    '--uses-encryption',
    'false',
  ]);
  expect({code: shipped.code, build: shipped.result.steps[1].detail}).toEqual({code: 0, build: 'build 12'});
  const refused = await store.run(['ship', '--version-id', id, '--build-number', '13', '--until', 'ready']);
  expect({code: refused.code, writes: store.writes()}).toEqual({code: 5, writes: []});
  expect(refused.stderr).toContain('build 13 is for internal testing only');
  const {result} = await store.run(['builds', 'list', '--app', 'com.example.lost', '--version', '1.01']);
  expect(result.data.map(({attributes}: {attributes: object}) => attributes)).toMatchObject([
    {version: '13', audience: 'INTERNAL_ONLY'},
    {version: '12', audience: 'APP_STORE_ELIGIBLE'},
  ]);
});

it('does not resubmit a withdrawn version with ship, except after a change or with --resubmit', async () => {
  const id = 'com.example.boats@latest';
  const shipping = (...more: string[]) => ['ship', '--version-id', id, '--confirm', ...more];
  expect((await store.run(shipping())).code).toBe(0);
  expect((await store.run(['versions', 'withdraw', '--version-id', id, '--confirm'])).code).toBe(0);
  const {code, stderr} = await store.run(shipping());
  expect({code, writes: store.writes()}).toEqual({code: 5, writes: []});
  expect(stderr).toContain('it is in DEVELOPER_REJECTED, and nothing has changed since');
  expect(stderr).toContain('--resubmit');
  expect((await store.run(shipping('--copyright', '2027 Us', '--until', 'ready'))).code).toBe(0);
  expect((await store.run(shipping('--resubmit'))).code).toBe(0);
  await store.run(['versions', 'withdraw', '--version-id', id, '--confirm']);
  expect((await store.run(shipping('--notes', 'Other.'))).code).toBe(0);
});

it('refuses ship in a read-only run at once, without waiting for a build', async () => {
  const before = store.clock.now();
  const words = ['ship', '--app', 'com.example.tides', '--version', '2.0', '--platform', 'TV_OS', '--build', 'latest'];
  const {code, stderr} = await store.run([...words, '--confirm', '--read-only']);
  expect({code, waited: store.clock.now() - before, writes: store.writes()}).toEqual({code: 2, waited: 0, writes: []});
  expect(stderr).toContain('/relationships/build is refused');
  const boats = ['ship', '--version-id', 'com.example.boats@latest', '--build-number', '99', '--notes', 'New.'];
  const later = await store.run([...boats, '--confirm', '--read-only']);
  expect({code: later.code, waited: store.clock.now() - before, writes: store.writes()}).toEqual({
    code: 2,
    waited: 0,
    writes: [],
  });
  expect(later.stderr).toContain('appStoreVersionLocalizations');
});

it('finds the latest build on the second page, behind expired builds', async () => {
  const build = (id: string, more: Partial<Build> = {}): Build => {
    return {id, versionString: '2.0', platform: 'IOS', processingState: 'VALID', ...more};
  };
  const pages = [
    [build('a', {expired: true}), build('b', {audience: 'INTERNAL_ONLY'})],
    [build('c'), build('d')],
  ];
  const asked: number[] = [];
  const paged = {
    async *eachBuildPage() {
      for (const [number, items] of pages.entries()) {
        asked.push(number);
        yield {items, links: {}};
      }
    },
  } as unknown as Store;
  const target = {app: {id: '1'}, platform: 'IOS', versionString: '2.0'};
  expect(await findBuild('latest', target, paged)).toMatchObject({id: 'c'});
  expect(asked).toEqual([0, 1]);
});

it('names the version that blocks a new version on its platform, and suggests two ways out', async () => {
  const id = 'com.example.boats@latest';
  await store.run(['ship', '--version-id', id, '--confirm', '--until', 'approved']);
  const words = ['versions', 'create', '--app', 'com.example.boats', '--version', '2.1', '--platform', 'IOS'];
  const {code, stderr} = await store.run(words);
  expect(code).toBe(5);
  expect(stderr).toContain('Error: Version 2.0 of the same platform is in PENDING_DEVELOPER_RELEASE');
  expect(stderr).toMatch(/Release it: tool versions release --version-id \S+ --confirm/);
  expect(stderr).toMatch(/Withdraw it: tool versions withdraw --version-id \S+ --confirm/);
  const planned = await store.run(['ship', ...words.slice(2), '--build', 'latest', '--dry-run']);
  expect({code: planned.code, requests: planned.result.requests}).toEqual({code: 5, requests: []});
});
