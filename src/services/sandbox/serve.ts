import {createPublicKey} from 'node:crypto';
import {setMaxListeners} from 'node:events';
import type {Server} from 'node:http';
import {dirname} from 'node:path';
import {createAdaptorServer} from '@hono/node-server';
import {Bytes} from '../async/bytes.ts';
import {messageOf, ToolError} from '../model/error.ts';
import type {Files, SandboxOptions} from '../ports.ts';
import {Refusal, refusal} from './errors.ts';
import {createHandler, type Handler, type HandlerOptions} from './handler.ts';
import {cannotBe, createChangesFile, createMemoryChanges} from './records/changes.ts';
import {createSamples} from './samples/samples.ts';
import {generatePrivateKey, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from './sandbox-key.ts';

interface ServeDependencies extends Pick<HandlerOptions, 'clock' | 'tokenClock'> {
  files: Files;
  warn(text: string): void;
}

export async function serveSandbox(
  options: SandboxOptions,
  dependencies: ServeDependencies,
  announce: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const {clock, tokenClock, files, warn} = dependencies;
  const publicUrl = options.publicUrl === undefined ? undefined : readOrigin(options.publicUrl);
  const privateKey = generatePrivateKey();
  const changes = options.data === undefined ? createMemoryChanges() : await openData(options.data, files, signal);
  const nextDay = options.daySeconds === undefined ? undefined : clock.now() + options.daySeconds * 1000;
  const samples = createSamples({...options, nextDay});
  const key = createPublicKey(privateKey);
  const handler = createHandler({...options, samples, changes, key, clock, tokenClock, publicUrl, signal});
  const underWay = new Set<Promise<unknown>>();
  const abandoned = new AbortController();
  // Every pending request listens to both signals, and Node would warn of so many listeners.
  setMaxListeners(0, signal, abandoned.signal);
  const report = (error: unknown) => {
    if (!signal.aborted) warn(messageOf(error));
  };
  const tracked: Handler = (request) => {
    const work = handler({...request, signal: abandoned.signal}).finally(() => underWay.delete(work));
    underWay.add(work);
    return work;
  };
  const server = await listen(createApp(tracked, {publicUrl, report}), options.port ?? 0);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    await announce(exportsText({origin, url: publicUrl ?? origin, privateKey, sample: [...samples.keys()][0]}));
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, {once: true}));
  } finally {
    await server.close();
    // Nobody receives these answers any more, so they need not wait for the data file's lock.
    abandoned.abort(signal.reason);
    await Promise.allSettled(underWay);
  }
}

/** Returns lines for `eval`. No value needs escaping within single quotes. */
function exportsText(values: {origin: string; url: string; privateKey: string; sample?: string}): string {
  const variables = {
    TOOL_API_URL: values.url,
    TOOL_KEY_ID: SANDBOX_KEY_ID,
    TOOL_ISSUER_ID: SANDBOX_ISSUER_ID,
    TOOL_PRIVATE_KEY_B64: Buffer.from(values.privateKey).toString('base64'),
    TOOL_APP_ID: values.sample,
    // Without this, a stored default profile would win, and a real key would sign for the sandbox.
    TOOL_NO_PROFILE: '1',
    TOOL_SANDBOX_URL: values.url,
  };
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [`export ${name}='${value}'`],
  );
  return `${[...lines, `# listening on ${values.origin}`].join('\n')}\n`;
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/?#@\\\s']+\/?$/i.test(text);
  if (isOrigin) return url.origin;
  throw new ToolError('usage', 'must be an origin like http://127.0.0.1:4010, without a path', {
    facts: {flag: 'public-url'},
  });
}

async function openData(path: string, files: Files, signal: AbortSignal) {
  const unusable = (message: string) => new ToolError('storage', message, {facts: {flag: 'data'}});
  async function realFile(): Promise<string> {
    const found = await files.stat(path);
    if (found && found.kind !== 'file') throw unusable(`The sandbox data ${path} is not a file`);
    const directory = dirname(path);
    if (!(await files.stat(directory))) throw unusable(`The directory ${directory} does not exist`);
    return found ? files.realpath(path) : path;
  }
  const real = await realFile().catch((error) => cannotBe('read', path, error));
  const changes = createChangesFile(real, files);
  await changes.change(() => ({result: undefined}), signal);
  return changes;
}

const MOST_BODY = 1024 * 1024;
const LIMITS = {
  maxConnections: 2000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
};
const GRACE = 1000;

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

type AppOptions = Pick<HandlerOptions, 'publicUrl'> & {report(error: unknown): void};
type App = (request: Request) => Promise<Response>;

export function createApp(handler: Handler, {publicUrl, report}: AppOptions): App {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (!LOOPBACK.includes(url.hostname) && url.host !== publicHost) {
      throw refusal('FORBIDDEN_ERROR', 'The request is addressed to a host that is not this store');
    }
    const headers = Object.fromEntries(request.headers);
    const answered = await handler({method: request.method, url, headers, body: () => readText(request)});
    return new Response(answered.body === '' ? null : answered.body, answered);
  }
  return (request) =>
    answer(request).catch((error) => {
      const refused = error instanceof Refusal ? error : refusal('UNEXPECTED_ERROR');
      if (refused !== error) report(error);
      return Response.json({errors: refused.entries}, {status: refused.status});
    });
}

async function readText({headers, body}: Request): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > MOST_BODY) throw tooLarge();
  const bytes = new Bytes();
  try {
    for await (const chunk of body ?? []) {
      bytes.add(chunk);
      if (bytes.length > MOST_BODY) throw tooLarge();
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refusal('ENTITY_INVALID', 'The request body broke off');
  }
  return bytes.toBuffer().toString('utf8');
}

const tooLarge = (): Refusal => refusal('ENTITY_TOO_LARGE', `A request body may have up to ${MOST_BODY} bytes`);

export async function listen(fetch: App, port: number, limits = LIMITS) {
  const server = createAdaptorServer({fetch, serverOptions: limits, overrideGlobalObjects: false}) as Server;
  server.maxConnections = limits.maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatience = setTimeout(() => server.closeAllConnections(), GRACE);
      await ended;
      clearTimeout(impatience);
    },
  };
}

function cannotListen(error: NodeJS.ErrnoException, port: number): ToolError {
  const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${error.message}`;
  const hint = 'Choose another one with --port, or leave it out for any free one.';
  return new ToolError('conflict', `Port ${port} ${reason}`, {hint, cause: error, facts: {flag: 'port'}});
}
