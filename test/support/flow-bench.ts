import {createServer, request as httpRequest, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {AppRequest} from '../../src/app/command.ts';
import {createClock} from '../../src/services/host/clock.ts';
import type {Clock} from '../../src/services/ports.ts';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import type {AppDriver} from './app-driver.ts';
import {type InHomeOptions, openInHome} from './app-in-home.ts';
import {TempHome} from './temp-home.ts';

/** Versions of the sample apps that every sandbox has. */
export const PENDING = '97a3d8cd-95fa-567b-86b5-00018036e473';
export const PREPARING = '55c9b126-17c4-59ab-8de9-000180372251';

/**
 * The fate of a request. With `answer lost`, the service handles the request, but the connection breaks before the
 * answer. With `reset`, the connection breaks before the service gets the request. With `no answer` and `done, no
 * answer`, the connection stays open without an answer, and only in the second case does the service handle the request.
 * An object is the answer in place of the service's own.
 */
export type Fate =
  | 'pass'
  | 'answer lost'
  | 'reset'
  | 'no answer'
  | 'done, no answer'
  | {status: number; body: unknown; headers?: Record<string, string>};

/** A connection to a sandbox that fails when a test wants it to. */
export interface Line {
  url: string;
  /** The method and path of every request. */
  seen: string[];
  /** The documents of the writes, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
  bodies: any[];
  /** Decides what happens to each request. */
  fate: (method: string, path: string) => Fate;
  /** Holds the answers to all reads until the returned function is called. */
  holdReads(): () => void;
  /** Holds every write after the first `after` ones until the returned function is called. */
  holdWrites(after: number): () => void;
  /** The number of writes that the service has answered. */
  done: number;
  /** Returns the requests that are not a GET. */
  writes(): string[];
  close(): Promise<void>;
}

async function startLine(target: string): Promise<Line> {
  let held: Promise<void> | undefined;
  let heldWrites: Promise<void> | undefined;
  let mostWrites = Number.POSITIVE_INFINITY;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const {method = 'GET', url = '/'} = incoming;
    const path = url.split('?')[0] ?? '';
    line.seen.push(`${method} ${path}`);
    if (method !== 'GET') line.bodies.push(body.length > 0 ? JSON.parse(body.toString()) : undefined);
    if (method === 'GET') await held;
    else if (line.writes().length > mostWrites) await heldWrites;
    const fate = line.fate(method, path);
    if (typeof fate === 'object') {
      response
        .writeHead(fate.status, {'content-type': 'application/json', ...fate.headers})
        .end(JSON.stringify(fate.body));
    } else if (fate === 'reset') response.socket?.destroy();
    else if (fate !== 'no answer') forward({line, target, incoming, body, response, fate});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    bodies: [],
    fate: () => 'pass',
    holdReads() {
      let goOn = () => {};
      held = new Promise((resolve) => {
        goOn = resolve;
      });
      return () => {
        held = undefined;
        goOn();
      };
    },
    holdWrites(after) {
      let goOn = () => {};
      mostWrites = after;
      heldWrites = new Promise((resolve) => {
        goOn = resolve;
      });
      return () => {
        mostWrites = Number.POSITIVE_INFINITY;
        goOn();
      };
    },
    done: 0,
    writes: () => line.seen.filter((one) => !one.startsWith('GET')),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return line;
}

interface Passage {
  line: Line;
  target: string;
  incoming: IncomingMessage;
  body: Buffer;
  response: ServerResponse;
  fate: Fate;
}

function forward({line, target, incoming, body, response, fate}: Passage): void {
  const {method, url = '/', headers} = incoming;
  const outgoing = httpRequest(new URL(url, target), {method, headers: {...headers, host: new URL(target).host}});
  outgoing.on('error', () => response.socket?.destroy());
  outgoing.on('response', (answer) => {
    if (method !== 'GET') line.done += 1;
    if (fate === 'answer lost') response.socket?.destroy();
    if (fate !== 'pass') answer.resume();
    else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
  });
  outgoing.end(body);
}

/** The app, connected to a sandbox through a line that can fail. */
export interface Bench {
  line: Line;
  sandbox: RunningSandbox;
  home: TempHome;
  /**
   * Pass this to `open` if the service takes a few seconds to apply a write: the sandbox's clock is advanced instead of
   * waiting.
   */
  waitless: {host: {clock: Clock}};
  /** Opens the app. The previous one must have ended. */
  open(request: AppRequest, options?: Omit<InHomeOptions, 'request' | 'url'>): AppDriver;
  /** Returns the ID of a version of a sample app. */
  idOf(bundleId: string, versionString: string): Promise<string>;
  version(
    id: string,
  ): Promise<{versionString: string; copyright?: string; state: string; buildId?: string} | undefined>;
  close(): Promise<void>;
}

const LOOK_AGAIN_MS = 2000;

/**
 * Creates a clock that advances the sandbox instead of sleeping until the next read, and on which no time limit is ever
 * reached. Other sleeps, such as those of a spinner, are real: their number depends on the machine, so they must not
 * advance the sandbox.
 */
function waitlessClock({advance}: RunningSandbox): Clock {
  const real = createClock();
  return {
    now: () => Date.now(),
    random: () => 0,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (ms === LOOK_AGAIN_MS) return advance(ms);
      if (ms < 10_000) return real.sleep(ms, signal);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  };
}

/** How long a step of review takes: longer than any wait can advance the sandbox. */
export const REVIEW_MS = 40_000;

export async function startBench(): Promise<Bench> {
  const home = new TempHome();
  const sandbox = await startSandbox({reviewSeconds: REVIEW_MS / 1000});
  const line = await startLine(sandbox.origin);
  let app: AppDriver | undefined;
  return {
    line,
    sandbox,
    home,
    waitless: {host: {clock: waitlessClock(sandbox)}},
    open(request, {env: more, ...options} = {}) {
      const env = {...sandbox.variables, TOOL_APP_ID: undefined, TOOL_API_URL: line.url, ...more};
      app = openInHome(home, {request, ...options, url: line.url, env});
      return app;
    },
    async idOf(bundleId, versionString) {
      const {json: apps} = await sandbox.ask(`/v1/apps?filter[bundleId]=${bundleId}`);
      const query = `filter[versionString]=${versionString}`;
      return (await sandbox.ask(`/v1/apps/${apps.data[0].id}/appStoreVersions?${query}`)).json.data[0].id;
    },
    async version(id) {
      const {status, json} = await sandbox.ask(`/v1/appStoreVersions/${id}?include=build`);
      if (status === 404) return undefined;
      const {versionString, copyright, appStoreState: state} = json.data.attributes;
      return {versionString, copyright, state, buildId: json.data.relationships.build?.data?.id};
    },
    async close() {
      await app?.close();
      await line.close();
      await sandbox.close();
      home.remove();
    },
  };
}
