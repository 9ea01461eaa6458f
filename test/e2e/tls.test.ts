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
import {socksProxy} from '../support/socks-proxy.ts';

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

test('sends no token to an intercepting proxy, whatever the environment says', async () => {
  const env = {HTTPS_PROXY: `http://localhost:${proxy}`, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
  const {code, stdout, stderr} = await list('https://api.test', env);
  expect({code, stdout, tokens}).toEqual({code: 7, stdout: '', tokens: []});
  expect(stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 counts for loopback hosts only');
  expect(stderr).toContain('Hint: A proxy may be intercepting TLS; trust its CA with NODE_EXTRA_CA_CERTS.');
  expect(stderr).not.toContain('Warning');
});

test('sends the token through a proxy whose CA is trusted', async () => {
  const env = {HTTPS_PROXY: `http://localhost:${proxy}`, NODE_EXTRA_CA_CERTS: certificate};
  expect(await list('https://api.test', env)).toMatchObject({code: 0, stderr: ''});
  expect(tokens).toEqual([expect.stringMatching(/^Bearer /)]);
});

test("accepts a loopback certificate if the environment allows it, without Node's warning", async () => {
  const origin = `https://localhost:${service}`;
  expect(await list(origin, {})).toMatchObject({code: 7, stderr: expect.stringContaining('(self-signed certificate)')});
  expect(await list(origin, {NODE_TLS_REJECT_UNAUTHORIZED: '0'})).toMatchObject({code: 0, stderr: ''});
  expect(tokens).toHaveLength(1);
});

test.skipIf(!EXECUTABLE)("trusts the system's authorities in the executable", async () => {
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
])('refuses a trusted certificate that %s', async (_, pair, words) => {
  const port = await listening(createHttpsServer(pair, (_request, response) => response.end('{"data":[]}')));
  writeFileSync(certificate, pair.cert);
  const {code, stdout, stderr} = await list(`https://localhost:${port}`, {NODE_EXTRA_CA_CERTS: certificate});
  expect({code, stdout}).toEqual({code: 7, stdout: ''});
  expect(stderr).toMatch(words);
  expect(stderr).toMatch(/^Error: GET .*no secure connection to localhost:\d+ \(/);
});

test.each([
  ['begins with a byte order mark', (good: string) => `\ufeff${good}`, 0],
  ['ends with a certificate that is cut off', (good: string) => `${good}${good.slice(0, 200)}\n`, 1],
  [
    'begins with a certificate that is damaged',
    (good: string) => `${good.replace(/[A-Za-z0-9+/]{20}\n/, '\n')}${good}`,
    1,
  ],
])('uses the valid certificates of a file that %s', async (_, damage, flawed) => {
  const pair = selfSigned();
  const port = await listening(createHttpsServer(pair, (_request, response) => response.end('{"data":[]}')));
  writeFileSync(certificate, damage(pair.cert));
  const {code, stderr} = await list(`https://localhost:${port}`, {NODE_EXTRA_CA_CERTS: certificate});
  if (EXECUTABLE) {
    const warning = `Warning: ${flawed} of 2 certificates in ${certificate} (NODE_EXTRA_CA_CERTS) cannot be read; the others are used\n`;
    expect({code, stderr}).toEqual({code: 0, stderr: flawed > 0 ? warning : ''});
  } else expect([0, 7]).toContain(code);
});

test("trusts the system's authorities and the authorities of NODE_EXTRA_CA_CERTS", async () => {
  const [own, other] = [selfSigned(), selfSigned('other.test')];
  const port = await listening(createHttpsServer(own, (_request, response) => response.end('{"data":[]}')));
  const system = join(home, 'system.pem');
  writeFileSync(system, own.cert);
  writeFileSync(certificate, `${other.cert}${other.cert.slice(0, 200)}\n`);
  const env = {SSL_CERT_FILE: system, NODE_EXTRA_CA_CERTS: certificate};
  const {code} = await list(`https://localhost:${port}`, env);
  expect(code).toBe(EXECUTABLE ? 0 : 7);
});

test('blames an outdated TLS version of the server, not the certificate authority', async () => {
  const old = {minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0'} as const;
  const pair = selfSigned();
  writeFileSync(certificate, pair.cert);
  const env = {NODE_EXTRA_CA_CERTS: certificate};
  const tooOld = await listening(createHttpsServer({...pair, ...old}, (_request, response) => response.end()));
  const {code, stderr} = await list(`https://localhost:${tooOld}`, env);
  expect({code, stderr}).toEqual({
    code: 7,
    stderr: [
      `Error: GET /v1/apps/1/appStoreVersions: no common TLS with localhost:${tooOld} (tlsv1 alert protocol version)`,
      'Hint: It, or a proxy in between, offers no TLS 1.2 or 1.3 with a cipher that tool can use.',
      '',
    ].join('\n'),
  });
});

test.each([
  ['has only the curve P-521', {ecdhCurve: 'P-521'}],
  ['has only CBC with SHA-384', {ciphers: 'ECDHE-ECDSA-AES256-SHA384', maxVersion: 'TLSv1.2'}],
] as const)("reaches a server that %s in Node, and names the server in the executable's error", async (_, options) => {
  const pair = selfSigned();
  writeFileSync(certificate, pair.cert);
  const server = createHttpsServer({...pair, ...options}, (_request, response) => response.end('{"data":[]}'));
  const port = await listening(server);
  const {code, stderr} = await list(`https://localhost:${port}`, {NODE_EXTRA_CA_CERTS: certificate});
  expect(code).toBe(EXECUTABLE ? 7 : 0);
  if (EXECUTABLE)
    expect(stderr).toMatch(/no common TLS with localhost:\d+ \(sslv3 alert handshake failure\)\nHint: It,/);
});

test('requires the certificate of a TLS proxy at an IP address to name that address', async () => {
  const {key, cert} = selfSigned();
  writeFileSync(certificate, cert);
  const port = await listening(createHttpsServer({key, cert}));
  const env = {HTTPS_PROXY: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: certificate};
  const {code, stderr} = await list('https://api.test', env);
  expect(code).toBe(7);
  expect(stderr).toMatch(/^Error: GET .*: cannot reach api\.test through the proxy \(Hostname\/IP does not match/);
  expect(stderr).not.toContain('Warning');
});

test('prints no runtime warning for a service at an IP address', async () => {
  const server = createHttpsServer(selfSigned(), (_request, response) => response.end('{"data":[]}'));
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await list(origin, {NODE_TLS_REJECT_UNAUTHORIZED: '0'})).toMatchObject({code: 0, stderr: ''});
});

test('reaches the service through a SOCKS proxy, without a runtime warning', async () => {
  const {server, asked} = socksProxy(service);
  const env = {ALL_PROXY: `socks5h://localhost:${await listening(server)}`, NODE_EXTRA_CA_CERTS: certificate};
  expect(await list('https://api.test', env)).toMatchObject({code: 0, stderr: ''});
  expect(asked).toEqual(['api.test:443']);
});

test('does not report an unroutable address as a refused connection', async () => {
  const {code, stderr} = await list('https://255.255.255.255', {});
  expect(code).toBe(7);
  expect(stderr).toMatch(/^Error: GET .*: cannot connect to 255\.255\.255\.255 \(/);
});

test("prints Node's warning about a missing file in NODE_EXTRA_CA_CERTS", async () => {
  const missing = join(home, 'missing.pem');
  const {stderr} = await list(`https://localhost:${service}`, {NODE_EXTRA_CA_CERTS: missing});
  expect(stderr).toContain(`Ignoring extra certs from \`${missing}\``);
});
