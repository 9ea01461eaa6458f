import {afterEach, beforeEach, describe, expect, it, test} from 'vitest';
import {type Agent, startAgent} from '../support/agent.ts';
import {AppDriver} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';
import {PracticeStore} from '../support/practice-store.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

const APPROVED = 'com.example.aurora@approved';
/** The store's clock starts on 1 March 2026 at 10:00 UTC. */
const TOMORROW = '2026-03-02T10:00:00Z';
const shipping = (...flags: string[]) => ['ship', '--version-id', APPROVED, '--confirm', ...flags];
const schedule = (date = TOMORROW) =>
  store.run([
    'versions',
    'update',
    '--version-id',
    APPROVED,
    ...['--release-type', 'SCHEDULED'],
    ...['--earliest-release-date', date],
  ]);

describe('an approved version with a release date in the future', () => {
  it('waits in ship for the date of a scheduled release, and exits with 11 if the time is up', async () => {
    expect((await schedule()).code).toBe(0);
    const {code, result, stderr} = await store.run(shipping('--until', 'live', '--max-wait', '2h', '--every', '30m'));
    expect({code, writes: store.writes()}).toEqual({code: 11, writes: []});
    expect(stderr).toContain(`PENDING_DEVELOPER_RELEASE (scheduled for ${TOMORROW})`);
    const release = result.steps.find(({id}: {id: string}) => id === 'release');
    expect(release).toMatchObject({status: 'waiting', did: false, detail: `scheduled for ${TOMORROW}`});
  });

  it('ends ship when the service releases a scheduled version on its date, and sends nothing', async () => {
    await schedule();
    const {code, result} = await store.run(shipping('--until', 'live', '--max-wait', '30h', '--every', '30m'));
    expect({code, state: result.state, writes: store.writes()}).toEqual({code: 0, state: 'READY_FOR_SALE', writes: []});
  });

  it('plans no request in ship for a scheduled version, and shows that the release waits', async () => {
    await schedule();
    const {result} = await store.run(shipping('--until', 'live', '--dry-run'));
    expect(result.requests).toEqual([]);
    expect(result.steps.find(({id}: {id: string}) => id === 'release')).toMatchObject({status: 'waiting'});
  });

  it("does not release a version that another run scheduled after ship's first read", async () => {
    let isChanged = false;
    store.before = async (line) => {
      // Four requests come first: one for the app's name and three for the first read. The next read of a version
      // precedes the release.
      if (isChanged || !line.startsWith('GET /v1/appStoreVersions/') || store.lines.length < 4) return;
      isChanged = true;
      const words = ['versions', 'update', '--version-id', APPROVED, '--release-type', 'SCHEDULED'];
      await store.rival().run([...words, '--earliest-release-date', TOMORROW]);
    };
    const {code} = await store.run(shipping('--until', 'live', '--max-wait', '1m'));
    expect({isChanged, code, writes: store.writes()}).toEqual({isChanged: true, code: 11, writes: []});
  });

  it('releases a scheduled version at once with versions release, and names the date', async () => {
    await schedule();
    const {code, stderr} = await store.run(['versions', 'release', '--version-id', APPROVED, '--confirm']);
    expect({code, writes: store.writes()}).toEqual({code: 0, writes: ['POST /v1/appStoreVersionReleaseRequests']});
    expect(stderr).toContain(`It was scheduled for ${TOMORROW}: this release overrides that.`);
    expect(stderr).toContain('To pause it');
  });
});

describe('a requested release type or date', () => {
  it('schedules an approved manual version in ship if only --release-date is given', async () => {
    const words = shipping('--until', 'live', '--release-date', TOMORROW, '--max-wait', '1h', '--every', '30m');
    const {code, result} = await store.run(words);
    expect(code).toBe(11);
    expect(store.writes()).toEqual([`PATCH /v1/appStoreVersions/${result.versionId}`]);
    const {result: view} = await store.run(['versions', 'view', '--version-id', APPROVED]);
    expect(view).toMatchObject({releaseType: 'SCHEDULED', earliestReleaseDate: TOMORROW});
  });

  it.each([
    ['--until', 'ready'],
    ['--until', 'submitted', '--confirm'],
    ['--until', 'ready', '--dry-run'],
  ])(
    'does not set a release type that releases an approved version unless the goal is a release: %s %s',
    async (...flags) => {
      const words = ['ship', '--version-id', APPROVED, '--release-type', 'AFTER_APPROVAL', ...flags];
      const {code, stderr} = await store.run(words);
      expect({code, writes: store.writes()}).toEqual({code: 5, writes: []});
      expect(stderr).toContain('a new release type releases it at once');
      expect(stderr).toContain('--until live --confirm');
    },
  );

  it('plans a wait or a release in a dry run of ship, depending on the new release type', async () => {
    const releaseOf = async (...flags: string[]) => {
      const {result} = await store.run(shipping('--until', 'live', '--dry-run', ...flags));
      const {status, detail} = result.steps.find(({id}: {id: string}) => id === 'release');
      return [status, detail, ...result.requests.map(({method}: {method: string}) => method)];
    };
    expect(await releaseOf('--release-date', TOMORROW)).toEqual(['waiting', `scheduled for ${TOMORROW}`, 'PATCH']);
    await schedule();
    expect(await releaseOf('--release-type', 'MANUAL')).toEqual(['open', 'release it', 'PATCH', 'POST']);
  });

  it.each([
    ['--until', 'live'],
    ['--until', 'submitted'],
  ])(
    'ends ship with exit code 5 and sends nothing if the release type can no longer be set: %s %s',
    async (...goal) => {
      const words = [
        'ship',
        '--app',
        'com.example.tides',
        '--version',
        '2.0',
        '--platform',
        'IOS',
        '--confirm',
        ...goal,
      ];
      const {code, stderr} = await store.run([...words, '--release-type', 'MANUAL']);
      expect({code, writes: store.writes()}).toEqual({code: 5, writes: []});
      expect(stderr).toContain('its release type cannot be changed in IN_REVIEW');
    },
  );

  it('warns that the release type of a version on sale can no longer change', async () => {
    const words = ['ship', '--version-id', 'com.example.aurora@live:IOS', '--until', 'live', '--confirm'];
    const {code, stderr} = await store.run([...words, '--release-type', 'SCHEDULED', '--release-date', TOMORROW]);
    expect({code, writes: store.writes()}).toEqual({code: 0, writes: []});
    expect(stderr).toContain('its release type, earliest release date can no longer be changed');
  });
});

describe('an agent', () => {
  let agent: Agent;
  afterEach(() => agent.end());

  it('names the overridden release date in the plan of the MCP tool versions_release', async () => {
    await schedule();
    agent = await startAgent((words, more) => store.run(words, more), ['--allow-writes'], {});
    const {structuredContent} = await agent.call('versions_release', {version_id: APPROVED});
    expect(structuredContent.plan.summary).toContain(
      `It is scheduled for ${TOMORROW}; releasing it now overrides that.`,
    );
  });
});

describe('the app', () => {
  let app: AppDriver;
  afterEach(() => app.close());
  const scheduled = version('v1', {
    versionString: '3.0',
    state: 'PENDING_DEVELOPER_RELEASE',
    releaseType: 'SCHEDULED',
    earliestReleaseDate: '2999-01-02T10:00:00Z',
  });

  test("shows a scheduled version's date in Ship, and does not release the version on Enter", async () => {
    app = new AppDriver({store: fakeStore({versions: [scheduled]}), request: {screen: 'version', versionId: 'v1'}});
    await app.see('Nothing to do: scheduled for 02 Jan 2999, 10:00');
    await app.see('approved: scheduled for 02 Jan 2999, 10:00');
    app.press('\r');
    await app.see('scheduled for 02 Jan 2999');
    expect(app.shows('Type the version')).toBe(false);
  });

  test('shows the scheduled date in the release dialog, and lets the user change it while the version is approved', async () => {
    app = new AppDriver({store: fakeStore({versions: [scheduled]}), request: {screen: 'version', versionId: 'v1'}});
    await app.see('Nothing to do');
    app.press('R');
    await app.see('It is scheduled for 02 Jan 2999, 10:00; releasing it now overrides that.');
    app.press('\u001B');
    await app.see('Nothing to do');
    app.press('u');
    await app.see('‹ scheduled ›');
    expect(app.shows('Copyright')).toBe(false);
  });
});
