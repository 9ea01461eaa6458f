import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A request as the service saw it. */
export interface SeenRequest {
  method: string;
  /** Path with query, brackets and commas readable. */
  target: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

export interface Service {
  url: string;
  requests: SeenRequest[];
  /** `GET /path` of each request, in order. */
  lines(): string[];
  close(): Promise<void>;
}

/** A loopback service: each request gets the next answer, and the last one again when they run out. */
export async function startService(...answers: Answer[]): Promise<Service> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const seen: SeenRequest = {
      method: incoming.method ?? '',
      target: decodeURIComponent(incoming.url ?? ''),
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    requests.push(seen);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer) answer(seen, response);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () => requests.map(({method, target}) => `${method} ${target.split('?')[0]}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const NO_APPS = {data: [], links: {self: 'x'}, meta: {paging: {total: 0, limit: 1}}};
export const UNAUTHORIZED = {
  errors: [{status: '401', code: 'NOT_AUTHORIZED', title: 'Bad token', detail: 'who are you'}],
};
export const FORBIDDEN = {
  errors: [{status: '403', code: 'FORBIDDEN_ERROR', title: 'Forbidden', detail: 'not this role'}],
};

/** Answers with a JSON document. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(body));
  };
}

/** Answers with text as it is. */
export function raw(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Takes the request and closes the connection. */
export const reset: Answer = (_, response) => {
  response.socket?.destroy();
};

/** Promises more than it sends. */
export const truncated: Answer = (_, response) => {
  response.writeHead(200, {'content-type': 'application/json', 'content-length': '1000'}).write('{"data":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Takes the request and says nothing. */
export const silent: Answer = () => {};

/** A version as the service sends it. */
export function wireVersion(
  id: string,
  attributes: Record<string, unknown> = {},
  relationships = {},
): Record<string, unknown> {
  return {
    type: 'appStoreVersions',
    id,
    attributes: {
      platform: 'IOS',
      versionString: '1.0.0',
      appStoreState: 'READY_FOR_SALE',
      createdDate: '2026-03-01T10:00:00-08:00',
      ...attributes,
    },
    relationships,
  };
}

/** A build as the service sends it. */
export function wireBuild(
  id: string,
  attributes: Record<string, unknown> = {},
  preReleaseId = 'p1',
): Record<string, unknown> {
  const preReleaseVersion = {data: {type: 'preReleaseVersions', id: preReleaseId}};
  const uploadedDate = '2026-03-01T10:00:00Z';
  return {
    type: 'builds',
    id,
    attributes: {version: '412', processingState: 'VALID', expired: false, uploadedDate, ...attributes},
    relationships: {preReleaseVersion},
  };
}

export function wirePage(items: unknown[], {next, total}: {next?: string; total?: number} = {}): unknown {
  return {
    data: items,
    links: {self: 'x', ...(next && {next})},
    meta: {paging: {total: total ?? items.length, limit: 50}},
  };
}
