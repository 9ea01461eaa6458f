import type {Http, HttpRequest} from '../../src/services/ports.ts';
import {ManualClock} from './manual-clock.ts';
import {environment, type Outcome, type RunOptions, runTool} from './run.ts';

export interface Asked {
  method: string;
  /** The path with the query, percent-decoded. */
  target: string;
  path: string;
  body: {data: {attributes?: Record<string, unknown>; relationships?: Record<string, unknown>}} | undefined;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent instead of a JSON body. */
  text?: string;
}

/** Answers a request, or throws an HttpFailure if there is to be no answer. */
export type Serve = (asked: Asked) => Reply;

/** A service inside the process, so that a command waits for nothing but the clock. */
export class FakeService implements Http {
  readonly asked: Asked[] = [];
  readonly #serve: Serve;

  constructor(serve: Serve) {
    this.#serve = serve;
  }

  async send({method, url, body, signal}: HttpRequest) {
    signal?.throwIfAborted();
    const {pathname, search} = new URL(url);
    const [path, query] = [pathname, search].map(decodeURIComponent);
    const asked = {method, target: `${path}${query}`, path: path ?? '', body: body ? JSON.parse(body) : undefined};
    this.asked.push(asked);
    const {status = 200, headers = {}, body: answer, text = ''} = this.#serve(asked);
    return {status, headers, body: answer === undefined ? text : JSON.stringify(answer)};
  }

  async close() {}

  /** Returns one line per request, in order, e.g. `GET /v1/apps`. */
  lines(): string[] {
    return this.asked.map(({method, path}) => `${method} ${path}`);
  }

  writes(): string[] {
    return this.lines().filter((line) => !line.startsWith('GET'));
  }
}

/**
 * Returns false while only the time limit of a wait sleeps. The command is then reading and has to sign a token, which
 * takes real time. Pass this to `ManualClock.until`.
 */
export function onlyWaits(asleep: readonly number[]): boolean {
  return asleep.length > 1 || (asleep[0] ?? 0) < 10_000;
}

/** Runs a command against a service inside the process, on a clock that skips every wait. */
export async function runAgainst(
  serve: Serve,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Outcome & {service: FakeService; clock: ManualClock; result: ReturnType<typeof JSON.parse>}> {
  const service = new FakeService(serve);
  const clock = new ManualClock();
  const env = {...environment('https://store.test'), ...options.env};
  const host = {http: async () => service, clock, ...options.host};
  const outcome = await clock.until(runTool(argv, {...options, env, host}), onlyWaits);
  const result = /^[{[]/.test(outcome.stdout) ? JSON.parse(outcome.stdout.split('\n')[0] ?? '') : undefined;
  return {...outcome, service, clock, result};
}
