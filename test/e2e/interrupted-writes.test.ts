import type {ChildProcess} from 'node:child_process';
import {createPublicKey} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createHandler, type SandboxRequest} from '../../src/services/sandbox/handler.ts';
import {advance} from '../../src/services/sandbox/lifecycle/advance.ts';
import {createMemoryChanges} from '../../src/services/sandbox/records/changes.ts';
import {Store} from '../../src/services/sandbox/records/store.ts';
import {createSamples} from '../../src/services/sandbox/samples/samples.ts';
import {generatePrivateKey, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from '../../src/services/sandbox/sandbox-key.ts';
import {type CliOutcome, outcomeOf, startCli} from '../support/cli.ts';

/**
 * Kills the command at every request, before or after the store handles it and always before the answer. The next run
 * must continue from the current state, lose or repeat nothing, and not wait for the lock of the killed run.
 */

const PEM = generatePrivateKey();
const PACE = {reviewStep: 86_400_000, day: 86_400_000};
/** How much faster the store's clock runs than real time. The store takes seconds to add and to cancel. */
const HASTE = 5;

/** How many runs of a scenario go on at once. */
const AT_ONCE = 16;

type When = 'before it' | 'after it';

/** A sandbox store on a loopback port that kills a run at its n-th request. */
class Place {
  readonly home = mkdtempSync(join(tmpdir(), 'interrupted-'));
  readonly requests: string[] = [];
  readonly #samples = createSamples();
  readonly #changes = createMemoryChanges();
  readonly #started = Date.now();
  readonly #clock = {
    now: () => this.#started + (Date.now() - this.#started) * HASTE,
    random: () => 0.5,
    sleep: async () => {},
  };
  readonly #handle = createHandler({
    samples: this.#samples,
    changes: this.#changes,
    reviewSeconds: PACE.reviewStep / 1000,
    key: createPublicKey(PEM),
    clock: this.#clock,
    // The tool signs tokens with the real time.
    tokenClock: Date,
  });
  #end: {request: number; when: When; child: ChildProcess} | undefined;
  #url = '';
  readonly #server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const url = new URL(incoming.url ?? '', this.#url);
    const {method = '', headers} = incoming;
    this.requests.push(`${method} ${url.pathname}`);
    const end = this.requests.length === this.#end?.request ? this.#end : undefined;
    if (end?.when === 'before it') return end.child.kill('SIGKILL');
    const answer = await this.#handle({
      method,
      url,
      headers: headers as SandboxRequest['headers'],
      body: async () => body,
    });
    if (end) return end.child.kill('SIGKILL');
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.home, {recursive: true});
  }

  /** @param end the request at which the run is killed */
  async run(argv: readonly string[], end?: {request: number; when: When}): Promise<CliOutcome> {
    this.requests.length = 0;
    const env = {
      HOME: this.home,
      TOOL_API_URL: this.#url,
      TOOL_KEY_ID: SANDBOX_KEY_ID,
      TOOL_ISSUER_ID: SANDBOX_ISSUER_ID,
      TOOL_PRIVATE_KEY: PEM,
      TOOL_BYPASS_KEYCHAIN: '1',
    };
    const child = startCli(argv, {env, cwd: this.home});
    this.#end = end && {...end, child};
    return outcomeOf(child);
  }

  async store(): Promise<Store> {
    const store = new Store(this.#samples, await this.#changes.read(), this.#clock.now(), PACE);
    advance(store);
    return store;
  }

  appId(bundleId: string): string {
    const apps = [...this.#samples.values()].flatMap(({all}) => all('apps'));
    return apps.find((app) => app.bundleId === bundleId)?.id ?? '';
  }
}

interface Scenario {
  argv: readonly string[];
  app: string;
  first?: readonly string[];
  over?: {code: number; words: string};
  holds(found: Found): void;
}

interface Found {
  store: Store;
  app: string;
  before: {versions: number; submissions: number};
}

const versionsOf = ({store, app}: Found) => store.all('versions', app);
const newest = (found: Found) => versionsOf(found)[0];
const itemsOf = ({store, app}: Found) => store.all('items', app).filter(({state}) => state !== 'REMOVED');

const latest = (app: string) => ['--version-id', `${app}@latest`];
const BOATS = 'com.example.boats';
const CREATE = ['versions', 'create', '--app', 'com.example.shelf', '--version', '1.0', '--if-exists', 'update'];

const scenarios: Record<string, Scenario> = {
  submit: {
    argv: ['versions', 'submit', ...latest(BOATS), '--confirm'],
    app: BOATS,
    holds(found) {
      const submissions = found.store.all('submissions', found.app);
      expect(submissions).toHaveLength(found.before.submissions + 1);
      const open = submissions.filter(({state}) => state !== 'COMPLETE');
      expect(open.map(({state}) => state)).toEqual(['WAITING_FOR_REVIEW']);
      const held = itemsOf(found).filter(({submission}) => submission === open[0]?.id);
      expect(held.map(({version}) => version)).toEqual([newest(found)?.id]);
      expect(newest(found)?.state).toBe('WAITING_FOR_REVIEW');
    },
  },
  withdraw: {
    first: ['versions', 'submit', ...latest(BOATS), '--confirm'],
    argv: ['versions', 'withdraw', ...latest(BOATS), '--confirm'],
    app: BOATS,
    over: {code: 5, words: 'is in DEVELOPER_REJECTED: it is not submitted'},
    holds(found) {
      const submissions = found.store.all('submissions', found.app);
      expect(submissions).toHaveLength(found.before.submissions + 1);
      expect(submissions.filter(({state}) => state !== 'COMPLETE')).toEqual([]);
      expect(newest(found)?.state).toBe('DEVELOPER_REJECTED');
    },
  },
  'create --if-exists update': {
    argv: [...CREATE, '--copyright', '2026 Shelf', '--release-type', 'MANUAL'],
    app: 'com.example.shelf',
    holds(found) {
      expect(versionsOf(found)).toHaveLength(found.before.versions + 1);
      expect(newest(found)).toMatchObject({versionString: '1.0', copyright: '2026 Shelf', releaseType: 'MANUAL'});
    },
  },
  'create --if-exists update of one that is there': {
    first: [...CREATE, '--copyright', 'old'],
    argv: [...CREATE, '--copyright', '2026 Shelf', '--release-type', 'MANUAL'],
    app: 'com.example.shelf',
    holds(found) {
      expect(versionsOf(found)).toHaveLength(found.before.versions + 1);
      expect(newest(found)).toMatchObject({versionString: '1.0', copyright: '2026 Shelf', releaseType: 'MANUAL'});
    },
  },
  'attach-build': {
    argv: ['versions', 'attach-build', ...latest('com.example.second'), '--build', 'latest'],
    app: 'com.example.second',
    holds(found) {
      const version = newest(found);
      const usable = found.store
        .all('builds', found.app)
        .filter(
          ({state, expired, version: string}) => state === 'VALID' && !expired && string === version?.versionString,
        );
      const [build] = usable.toSorted((one, other) => other.uploaded - one.uploaded);
      expect(version?.build).toBe(build?.id);
    },
  },
  'release-notes set': {
    argv: ['release-notes', 'set', ...latest('com.example.nearly'), '--text', 'Faster, and fixes.'],
    app: 'com.example.nearly',
    holds(found) {
      const texts = found.store.all('localizations', found.app).filter(({version}) => version === newest(found)?.id);
      expect(texts.length).toBeGreaterThan(1);
      expect(new Set(texts.map(({whatsNew}) => whatsNew))).toEqual(new Set(['Faster, and fixes.']));
    },
  },
  'phased-release enable': {
    argv: ['phased-release', 'enable', ...latest(BOATS)],
    app: BOATS,
    holds(found) {
      const phased = found.store.all('phasedReleases', found.app).filter(({version}) => version === newest(found)?.id);
      expect(phased.map(({state}) => state)).toEqual(['INACTIVE']);
    },
  },
};

async function prepare({first, app}: Scenario): Promise<{place: Place; found: () => Promise<Found>}> {
  const place = await new Place().open();
  const id = place.appId(app);
  const samples = await place.store();
  const before = {versions: samples.all('versions', id).length, submissions: samples.all('submissions', id).length};
  if (first) expect((await place.run(first)).code).toBe(0);
  return {place, found: async () => ({store: await place.store(), app: id, before})};
}

/** Returns the requests of a run that is not killed. */
async function wholeRun(scenario: Scenario): Promise<readonly string[]> {
  const {place, found} = await prepare(scenario);
  try {
    const {code, stderr} = await place.run(scenario.argv);
    expect({code, stderr}).toMatchObject({code: 0});
    scenario.holds(await found());
    return [...place.requests];
  } finally {
    place.close();
  }
}

async function killedAt(scenario: Scenario, end: {request: number; when: When}): Promise<void> {
  const {place, found} = await prepare(scenario);
  try {
    const killed = await place.run(scenario.argv, end);
    // The number of reads differs from run to run, so the last requests may not be sent.
    if (place.requests.length >= end.request) expect(killed.signal).toBe('SIGKILL');
    const {code, stderr} = await place.run(scenario.argv);
    const {over} = scenario;
    if (over && code === over.code) expect(stderr).toContain(over.words);
    else expect({code, stderr}).toMatchObject({code: 0});
    scenario.holds(await found());
  } catch (error) {
    throw new Error(`killed at request ${end.request}, ${end.when}: ${place.requests}`, {
      cause: error,
    });
  } finally {
    place.close();
  }
}

describe('a command that is killed at a request, and the next run', () => {
  it.concurrent.each(Object.entries(scenarios))(
    'recovers in the next run from a kill at any request: %s',
    async (_, scenario) => {
      const requests = await wholeRun(scenario);
      const ends = requests.flatMap((line, index): {request: number; when: When}[] => {
        const request = index + 1;
        // A read changes nothing, so it makes no difference whether the run is killed before or after it.
        return line.startsWith('GET')
          ? [{request, when: 'before it'}]
          : [
              {request, when: 'before it'},
              {request, when: 'after it'},
            ];
      });
      expect(ends.length).toBeGreaterThan(requests.length);
      // The runs are started together, because most of the time they wait for the store or for a lock.
      for (let from = 0; from < ends.length; from += AT_ONCE) {
        const runs = await Promise.allSettled(ends.slice(from, from + AT_ONCE).map((end) => killedAt(scenario, end)));
        for (const run of runs) if (run.status === 'rejected') throw run.reason;
      }
    },
  );
});
