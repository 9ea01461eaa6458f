import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A request as the service saw it. */
export interface SeenRequest {
  method: string;
  /** The path with the query, percent-decoded. */
  target: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

export interface Service {
  url: string;
  requests: SeenRequest[];
  /** Returns one line per request, in order, e.g. `GET /v1/apps`. */
  lines(): string[];
  close(): Promise<void>;
}

/** Starts a loopback service that gives one answer per request, and repeats the last answer when there are no more. */
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

/** Answers with the text as it is. */
export function raw(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Takes the request and closes the connection. */
export const reset: Answer = (_, response) => {
  response.socket?.destroy();
};

/** Announces a longer body than it sends, then closes the connection. */
export const truncated: Answer = (_, response) => {
  response.writeHead(200, {'content-type': 'application/json', 'content-length': '1000'}).write('{"data":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Takes the request and never answers. */
export const silent: Answer = () => {};

/** Returns a version as the service sends it. */
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

/** Returns a build as the service sends it. */
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
