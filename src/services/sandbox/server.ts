import {randomUUID} from 'node:crypto';
import type {Server} from 'node:http';
import {createAdaptorServer} from '@hono/node-server';
import {Hono} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {ToolError} from '../model/error.ts';
import {errorBody, forbidden, Refusal} from './errors.ts';
import type {Handler} from './handler.ts';

const MOST_BODY = 1024 * 1024;
const MOST_CONNECTIONS = 512;
/** In ms. Node looks for connections that are too slow once per interval. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
};
/** How long a request under way may go on after the end was asked for. */
const GRACE = 1000;

/** Host names that mean this machine. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The store as a web application: foreign hosts and large bodies are turned away before the store sees them. */
export function createApp(handler: Handler, publicUrl?: string): Hono {
  const app = new Hono();
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const refuse = (refusal: Refusal) =>
    new Response(JSON.stringify(errorBody(refusal, randomUUID)), {
      status: refusal.status,
      headers: {'content-type': 'application/json'},
    });
  const tooLarge = new Refusal(413, {
    code: 'ENTITY_TOO_LARGE',
    title: 'The request entity is too large',
    detail: `A request body may have up to ${MOST_BODY} bytes`,
  });
  app.use(async (context, next) => {
    const {host, hostname} = new URL(context.req.url);
    if (!LOOPBACK.includes(hostname) && host !== publicHost) {
      return refuse(forbidden('The request is addressed to a host that is not this store'));
    }
    return next();
  });
  app.use(bodyLimit({maxSize: MOST_BODY, onError: () => refuse(tooLarge)}));
  app.all('*', async ({req}) => {
    const {status, headers, body} = await handler({
      method: req.method,
      url: new URL(req.url),
      headers: req.header(),
      body: await req.text(),
    });
    return new Response(body === '' ? null : body, {status, headers});
  });
  return app;
}

export interface RunningServer {
  port: number;
  /** Takes no more requests, lets those under way end, and drops every connection. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. @param port 0 for any free one @throws ToolError conflict for a port that is taken */
export async function listen(app: Hono, port: number): Promise<RunningServer> {
  const server = createAdaptorServer({fetch: app.fetch, serverOptions: LIMITS, overrideGlobalObjects: false}) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), GRACE);
      await ended;
      clearTimeout(impatience);
    },
  };
}

function cannotListen(error: NodeJS.ErrnoException, port: number): ToolError {
  const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${error.message}`;
  return new ToolError('conflict', `Port ${port} ${reason}`, {
    hint: 'Choose another one with --port, or leave it out for any free one.',
    cause: error,
    facts: {flag: 'port'},
  });
}
