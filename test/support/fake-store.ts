import {ToolError} from '../../src/services/model/error.ts';
import {Ledger} from '../../src/services/model/ledger.ts';
import type {Release} from '../../src/services/model/release.ts';
import type {ReleaseNote} from '../../src/services/model/release-notes.ts';
import type {Submission} from '../../src/services/model/submission.ts';
import type {AppOverview, Page, VersionOfApp} from '../../src/services/model/version.ts';
import type {Store} from '../../src/services/store/store.ts';

export interface FakeStoreOptions {
  apps?: AppOverview[];
  versions?: VersionOfApp[];
  pageSize?: number;
}

export interface Asked {
  method: string;
  query: unknown;
}

export interface FakeStore extends Store {
  asked: Asked[];
  /** Runs before every answer, and may wait or throw. */
  before: (asked: Asked, signal: AbortSignal | undefined) => Promise<void>;
  apps: AppOverview[];
  versions: VersionOfApp[];
  release: Partial<Release>;
  /** What's New texts by version ID. */
  notes: Map<string, ReleaseNote[]>;
  submissions: Submission[];
}

const unexpected = (): never => {
  throw new ToolError('bug', 'not part of the fake store');
};

/** Creates a store in memory for the screens. It pages and filters, and `before` can delay or fail an answer. */
export function fakeStore({
  apps = sampleApps(),
  versions = sampleVersions(),
  pageSize = 200,
}: FakeStoreOptions = {}): FakeStore {
  const ask = async (method: string, query: unknown, signal?: AbortSignal) => {
    const asked = {method, query};
    store.asked.push(asked);
    await store.before(asked, signal);
    signal?.throwIfAborted();
  };
  function page<Item>(items: readonly Item[], next: string | undefined, path: string): Page<Item> {
    const from = next ? Number(new URL(next).searchParams.get('from')) : 0;
    const to = from + pageSize;
    const more = to < items.length ? `https://store.test${path}?from=${to}` : undefined;
    return {items: items.slice(from, to), links: {next: more}, total: items.length};
  }
  let filtered: VersionOfApp[] = [];
  const store: FakeStore = {
    origin: 'https://store.test',
    ledger: new Ledger(),
    apart: () => store,
    asked: [],
    before: async () => {},
    apps,
    versions,
    fillInApp: async () => ['keywords', 'screenshots'],
    release: {},
    notes: new Map(),
    submissions: [],
    async listApps(query, signal) {
      await ask('listApps', query, signal);
      return page(store.apps, 'next' in query ? query.next : undefined, '/v1/apps');
    },
    async readApp(app, signal) {
      await ask('readApp', app, signal);
      const found = store.apps.find(({id, bundleId}) => id === app || bundleId === app);
      if (!found) throw new ToolError('not-found', `There is no app '${app}'.`);
      return found;
    },
    async *eachAppPage(query, signal) {
      for (let next: string | undefined, first = true; first || next; first = false) {
        const {items, links, total} = await store.listApps(next === undefined ? query : {next}, signal);
        yield {items, links, total};
        next = links.next;
      }
    },
    async findApp(app, signal) {
      await ask('findApp', app, signal);
      const found = store.apps.find(({id, bundleId}) => id === app || bundleId === app);
      if (!found) throw new ToolError('not-found', `There is no app '${app}'.`);
      return found;
    },
    async listVersions(query, signal) {
      await ask('listVersions', query, signal);
      if ('next' in query) return page(filtered, query.next, '/v1/apps/1/appStoreVersions');
      const {states, platforms} = query;
      filtered = store.versions.filter(
        ({state, platform}) =>
          (!states?.length || states.some((wanted) => wanted === state)) &&
          (!platforms?.length || platforms.some((wanted) => wanted === platform)),
      );
      return page(filtered, undefined, '/v1/apps/1/appStoreVersions');
    },
    async *eachVersionPage() {
      yield unexpected();
    },
    findVersion: async (version) => (typeof version === 'string' ? {id: version} : version),
    async viewVersion(query, signal) {
      await ask('viewVersion', query, signal);
      const version = store.versions.find(({id}) => id === query.id);
      if (!version) throw new ToolError('not-found', `There is no version '${query.id}'.`);
      return {version, submissionId: 'submission-1', included: query.include ? [] : undefined};
    },
    async readRelease(query, signal) {
      await ask('readRelease', query, signal);
      const version = store.versions.find(({id}) => id === query.id);
      if (!version) throw new ToolError('not-found', `There is no version '${query.id}'.`);
      const submission = {id: 'submission-1', state: 'COMPLETE', items: []};
      return {version, notes: {value: []}, review: {value: {submission, history: []}}, ...store.release};
    },
    async versionFacts(id, signal) {
      await ask('versionFacts', id, signal);
      const version = store.versions.find((one) => one.id === id);
      if (!version) throw new ToolError('not-found', `There is no version '${id}'.`);
      return {version: {releaseType: 'MANUAL', ...version}, notes: store.notes.get(id) ?? [], primaryLocale: 'en-US'};
    },
    async appSubmissions(appId, signal) {
      await ask('appSubmissions', appId, signal);
      return store.submissions;
    },
    createVersion: unexpected,
    updateVersion: unexpected,
    deleteVersion: unexpected,
    attachBuild: unexpected,
    attachableBuilds: unexpected,
    checkVersion: unexpected,
    submitVersion: unexpected,
    openSubmission: unexpected,
    withdrawVersion: unexpected,
    versionHistory: unexpected,
    releaseVersion: unexpected,
    listBuilds: unexpected,
    eachBuildPage: unexpected,
    readBuild: unexpected,
    newerBuild: unexpected,
    isFirstVersion: unexpected,
    unreleasedVersion: unexpected,
    versionsByPlatform: unexpected,
    updateBuild: unexpected,
    readNotes: unexpected,
    writeNotes: unexpected,
    viewPhased: unexpected,
    enablePhased: unexpected,
    disablePhased: unexpected,
    changePhased: unexpected,
    probe: async () => {},
  };
  return store;
}

export function version(id: string, over: Partial<VersionOfApp> = {}): VersionOfApp {
  return {
    id,
    versionString: '1.0.0',
    platform: 'IOS',
    state: 'PREPARE_FOR_SUBMISSION',
    createdDate: '2026-11-12T10:04:00.000+0000',
    appId: '1001',
    ...over,
  };
}

export function sampleVersions(): VersionOfApp[] {
  return [
    version('v-330-ios', {
      versionString: '3.3.0',
      state: 'PENDING_DEVELOPER_RELEASE',
      build: {id: 'b1', version: '412', processingState: 'VALID'},
    }),
    version('v-330-mac', {versionString: '3.3.0', platform: 'MAC_OS', state: 'IN_REVIEW'}),
    version('v-321-ios', {
      versionString: '3.2.1',
      state: 'READY_FOR_SALE',
      createdDate: '2026-10-02T08:00:00.000+0200',
    }),
    version('v-400-tv', {versionString: '4.0.0', platform: 'TV_OS', createdDate: '2026-11-14T08:00:00.000+0000'}),
    version('v-odd', {versionString: '0.9', state: 'SOMETHING_NEW', createdDate: '2025-01-01T00:00:00.000-0800'}),
  ];
}

export function sampleApps(): AppOverview[] {
  const [first, second, third, ...rest] = sampleVersions();
  return [
    {
      id: '1001',
      name: 'Aurora Notes',
      bundleId: 'com.example.aurora',
      versions: [first, second, third, ...rest].filter((v) => v !== undefined),
    },
    {
      id: '1002',
      name: 'Tide Tables',
      bundleId: 'com.example.tides',
      versions: [version('t1', {versionString: '1.9.0', state: 'READY_FOR_SALE'})],
    },
    {id: '1003', name: '潮汐 🌊 テスト', bundleId: 'com.example.wide', versions: []},
  ];
}
