import type {Server} from 'node:http';
import {createAdaptorServer} from '@hono/node-server';
import {Hono} from 'hono';
import {Bytes} from '../async/bytes.ts';
import {ToolError} from '../model/error.ts';
import {errorBody, Refusal, refusal} from './errors.ts';
import type {Handler, HandlerOptions} from './handler.ts';

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

export function createApp(handler: Handler, {publicUrl, report}: AppOptions): Hono {
  const app = new Hono();
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  app.all('*', async ({req}) => {
    const url = new URL(req.url);
    if (!LOOPBACK.includes(url.hostname) && url.host !== publicHost) {
      throw refusal('FORBIDDEN_ERROR', 'The request is addressed to a host that is not this store');
    }
    const {status, headers, body} = await handler({
      method: req.method,
      url,
      headers: req.header(),
      body: () => readText(req.raw),
    });
    return new Response(body === '' ? null : body, {status, headers});
  });
  app.onError((error) => {
    const refused = error instanceof Refusal ? error : refusal('UNEXPECTED_ERROR');
    if (refused !== error) report(error);
    return Response.json(errorBody(refused), {status: refused.status});
  });
  return app;
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

export async function listen(app: Hono, port: number, limits = LIMITS) {
  const server = createAdaptorServer({fetch: app.fetch, serverOptions: limits, overrideGlobalObjects: false}) as Server;
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
