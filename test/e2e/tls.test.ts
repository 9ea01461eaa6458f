import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer as createHttpServer} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, type Server, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {selfSigned} from '../support/certificate.ts';
import {EXECUTABLE, runCli} from '../support/cli.ts';
import {environment} from '../support/run.ts';

/** A service with a certificate that nobody vouches for, and a proxy that leads there whoever is asked for. */

let home: string;
let certificate: string;
let service: number;
let proxy: number;
let tokens: (string | undefined)[];
const closing: Server[] = [];

async function listening(server: Server): Promise<number> {
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tls-'));
  tokens = [];
  const {key, cert} = selfSigned('api.test');
  certificate = join(home, 'ca.pem');
  writeFileSync(certificate, cert);
  const https = createHttpsServer({key, cert}, (request, response) => {
    tokens.push(request.headers.authorization);
    response.setHeader('connection', 'close').end('{"data":[]}');
  });
  service = await listening(https);
  const tunnel = createHttpServer();
  tunnel.on('connect', (_, socket: Socket) => {
    const upstream = connect(service, 'localhost', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream])
      end.on('error', () => {}).on('close', () => [socket, upstream].map((one) => one.destroy()));
  });
  proxy = await listening(tunnel);
});
afterEach(() => {
  for (const server of closing.splice(0)) server.close();
  rmSync(home, {recursive: true, force: true});
});

const list = (origin: string, env: Record<string, string>) =>
  runCli(['versions', 'list', '--app', '1'], {env: {...environment(origin), HOME: home, ...env}});

test('a proxy that puts itself in between gets no token, whatever the environment says', async () => {
  const env = {HTTPS_PROXY: `http://localhost:${proxy}`, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
  const {code, stdout, stderr} = await list('https://api.test', env);
  expect({code, stdout, tokens}).toEqual({code: 7, stdout: '', tokens: []});
  expect(stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 counts for loopback hosts only');
  expect(stderr).toContain('Hint: A proxy may be intercepting TLS; trust its CA with NODE_EXTRA_CA_CERTS.');
  expect(stderr).not.toContain('Warning');
});

test('a proxy whose CA is trusted does', async () => {
  const env = {HTTPS_PROXY: `http://localhost:${proxy}`, NODE_EXTRA_CA_CERTS: certificate};
  expect(await list('https://api.test', env)).toMatchObject({code: 0, stderr: ''});
  expect(tokens).toEqual([expect.stringMatching(/^Bearer /)]);
});

test('of a loopback host the certificate is taken where the environment says so, and Node says nothing of it', async () => {
  const origin = `https://localhost:${service}`;
  expect((await list(origin, {})).code).toBe(7);
  expect(await list(origin, {NODE_TLS_REJECT_UNAUTHORIZED: '0'})).toMatchObject({code: 0, stderr: ''});
  expect(tokens).toHaveLength(1);
});

test.skipIf(!EXECUTABLE)("of the executable the system's authorities are trusted", async () => {
  const pair = selfSigned();
  const port = await listening(createHttpsServer(pair, (_request, response) => response.end('{"data":[]}')));
  writeFileSync(certificate, pair.cert);
  const origin = `https://localhost:${port}`;
  expect((await list(origin, {})).code).toBe(7);
  expect(await list(origin, {SSL_CERT_FILE: certificate})).toMatchObject({code: 0, stderr: ''});
});

test.each([
  ['is for another host', selfSigned('other.test'), /Hostname\/IP does not match certificate's altnames/],
  ['has expired', selfSigned('localhost', '21'), /certificate has expired/],
])('a certificate that is trusted but %s is refused', async (_, pair, words) => {
  const port = await listening(createHttpsServer(pair, (_request, response) => response.end('{"data":[]}')));
  writeFileSync(certificate, pair.cert);
  const {code, stdout, stderr} = await list(`https://localhost:${port}`, {NODE_EXTRA_CA_CERTS: certificate});
  expect({code, stdout}).toEqual({code: 7, stdout: ''});
  expect(stderr).toMatch(words);
  expect(stderr).toMatch(/^Error: GET .*no secure connection to localhost:\d+ \(/);
});

test("Node's other warnings are shown", async () => {
  const missing = join(home, 'missing.pem');
  const {stderr} = await list(`https://localhost:${service}`, {NODE_EXTRA_CA_CERTS: missing});
  expect(stderr).toContain(`Ignoring extra certs from \`${missing}\``);
});
