import {createPrivateKey, sign} from 'node:crypto';
import {request} from 'node:http';
import {createClock} from '../../src/services/host/clock.ts';
import {createFiles} from '../../src/services/host/files.ts';
import type {Clock, SandboxOptions} from '../../src/services/ports.ts';
import {serveSandbox} from '../../src/services/sandbox/serve.ts';

export const AURORA = '6446048371';
export const TIDES = '6446056290';
export const FERN = '6446064209';
/** An app that is on sale for three platforms and has no version in flight. */
export const RINGS = '6446214670';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
  json: any;
}

export interface Question {
  method?: string;
  body?: unknown;
  /** Sent instead of a valid token; null sends no token. */
  token?: string | null;
  headers?: Record<string, string>;
}

export interface RunningSandbox {
  origin: string;
  announced: string;
  variables: Readonly<Record<string, string>>;
  warnings: string[];
  /** Returns the number of requests that the latency holds back now. */
  heldBack(): number;
  /** Returns the time in seconds since the epoch, against which the sandbox checks tokens. */
  now(): number;
  /** Advances the clock of the sandbox's records, which otherwise stands still. */
  advance(ms: number): void;
  ask(target: string, question?: Question): Promise<Answer>;
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): string;
  close(): Promise<void>;
}

/** Starts a sandbox on a free port, with real sockets and files. */
export async function startSandbox(options: SandboxOptions = {}, random?: () => number): Promise<RunningSandbox> {
  const controller = new AbortController();
  const warnings: string[] = [];
  let offset = 0;
  let heldBack = 0;
  const real = createClock();
  const sleep: Clock['sleep'] = (ms, signal) => {
    heldBack += 1;
    return real.sleep(ms, signal).finally(() => {
      heldBack -= 1;
    });
  };
  const started = real.now();
  const clock: Clock = {...real, now: () => started + offset, random: random ?? real.random, sleep};
  let tell: (text: string) => void = () => {};
  const announcement = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const warn = (text: string) => void warnings.push(text);
  const ended = serveSandbox(
    options,
    {clock, tokenClock: real, files: createFiles(), warn},
    async (text) => tell(text),
    controller.signal,
  );
  const announced = await Promise.race([announcement, ended.then(() => Promise.reject(new Error('it ended')))]);
  const variables = Object.fromEntries(
    [...announced.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  const origin = /^# listening on (\S+)$/m.exec(announced)?.[1] ?? '';
  const key = createPrivateKey(Buffer.from(variables.TOOL_PRIVATE_KEY_B64, 'base64').toString('utf8'));

  // Tokens are signed with the real time, so that they stay valid during a long test.
  const now = () => Math.floor(real.now() / 1000);

  function token(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = {alg: 'ES256', kid: variables.TOOL_KEY_ID, typ: 'JWT', ...header};
    const times = {iss: variables.TOOL_ISSUER_ID, iat: now() - 30, exp: now() + 600, aud: 'appstoreconnect-v1'};
    const text = `${part(head)}.${part({...times, ...claims})}`;
    return `${text}.${sign('sha256', Buffer.from(text), {key, dsaEncoding: 'ieee-p1363'}).toString('base64url')}`;
  }

  return {
    origin,
    announced,
    variables,
    warnings,
    token,
    now,
    heldBack: () => heldBack,
    advance(ms) {
      offset += ms;
    },
    ask: (target, {token: own, ...question} = {}) => send(origin, target, own === undefined ? token() : own, question),
    async close() {
      controller.abort();
      await ended;
    },
  };
}

function send(
  origin: string,
  target: string,
  token: string | null,
  {method = 'GET', body, headers}: Omit<Question, 'token'>,
): Promise<Answer> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const all = {
    ...(token !== null && {authorization: `Bearer ${token}`}),
    ...(text !== undefined && {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text))}),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(target, origin),
      {method, headers: all, agent: false, timeout: 60_000},
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          const json = answer.startsWith('{') ? JSON.parse(answer) : undefined;
          resolve({status: incoming.statusCode ?? 0, headers: incoming.headers, text: answer, json});
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${target}: no answer in 60 s`)));
    outgoing.end(text);
  });
}

/** Returns the code and the `source.pointer` or `source.parameter` of each error. */
export function problems({json}: Answer): string[] {
  return json.errors.map(({code, source}: {code: string; source?: {pointer?: string; parameter?: string}}) =>
    `${code} ${source?.pointer ?? source?.parameter ?? ''}`.trim(),
  );
}

/** Returns the document that creates a version. */
export function draft(app: string, attributes: Record<string, unknown>, relationships: Record<string, unknown> = {}) {
  return {
    data: {
      type: 'appStoreVersions',
      attributes: {platform: 'IOS', ...attributes},
      relationships: {app: {data: {type: 'apps', id: app}}, ...relationships},
    },
  };
}

/** Returns the document that updates a version. */
export function change(id: string, attributes: Record<string, unknown>) {
  return {data: {type: 'appStoreVersions', id, attributes}};
}

/** Returns the newest version of an app in the given state. */
export async function versionIn(
  sandbox: RunningSandbox,
  app: string,
  state: string,
  platform?: string,
): Promise<string> {
  const filter = platform ? `&filter[platform]=${platform}` : '';
  const {json} = await sandbox.ask(`/v1/apps/${app}/appStoreVersions?filter[appStoreState]=${state}${filter}`);
  return json.data[0].id;
}

/** Returns the ID of a sample app. */
export async function appId(sandbox: RunningSandbox, word: string): Promise<string> {
  return (await sandbox.ask(`/v1/apps?filter[bundleId]=com.example.${word}`)).json.data[0].id;
}

/**
 * Creates a resource.
 * @param related type and ID by relationship
 */
export function post(
  sandbox: RunningSandbox,
  type: string,
  attributes: Record<string, unknown>,
  related: Record<string, [type: string, id: string]>,
): Promise<Answer> {
  const relationships = Object.fromEntries(
    Object.entries(related).map(([name, [otherType, id]]) => [name, {data: {type: otherType, id}}]),
  );
  const body = {data: {type, ...(Object.keys(attributes).length > 0 && {attributes}), relationships}};
  return sandbox.ask(`/v1/${type}`, {method: 'POST', body});
}

/** Updates attributes of a resource. */
export function patch(
  sandbox: RunningSandbox,
  type: string,
  id: string,
  attributes: Record<string, unknown>,
): Promise<Answer> {
  return sandbox.ask(`/v1/${type}/${id}`, {method: 'PATCH', body: {data: {type, id, attributes}}});
}

/** Releases Aurora's approved iOS version, because only then can a new version be created. */
export async function releaseAurora(sandbox: RunningSandbox): Promise<void> {
  const id = await versionIn(sandbox, AURORA, 'PENDING_DEVELOPER_RELEASE');
  await post(sandbox, 'appStoreVersionReleaseRequests', {}, {appStoreVersion: ['appStoreVersions', id]});
}

/** Returns the status, and the code and the detail of the first error. */
export const refusal = ({status, json}: Answer): [status: number, code: string, detail: string] => [
  status,
  json.errors[0].code,
  json.errors[0].detail,
];

/**
 * Submits an iOS version for review.
 * @returns the ID of the submission
 */
export async function submitForReview(sandbox: RunningSandbox, versionId: string): Promise<string> {
  const {json} = await sandbox.ask(`/v1/appStoreVersions/${versionId}?include=app`);
  const app = json.data.relationships.app.data.id;
  const draft = await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', app]});
  const {id} = draft.json.data;
  await post(
    sandbox,
    'reviewSubmissionItems',
    {},
    {reviewSubmission: ['reviewSubmissions', id], appStoreVersion: ['appStoreVersions', versionId]},
  );
  sandbox.advance(3000);
  const {status} = await patch(sandbox, 'reviewSubmissions', id, {submitted: true});
  if (status !== 200) throw new Error(`The submission was refused: ${status}`);
  return id;
}
