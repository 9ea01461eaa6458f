// A store that answers from memory, so that what is measured is the client: `node store.mjs VERSIONS`. It serves one app
// with that many versions, keeps every body that it has made, and prints the environment to reach it in as JSON.
import {generateKeyPairSync} from 'node:crypto';
import {createServer} from 'node:http';

const APP = '6446048371';
const VERSIONS = `/v1/apps/${APP}/appStoreVersions`;
const TOTAL = Number(process.argv[2]);

/** Bodies by path and query. */
const bodies = new Map();

const server = createServer((request, response) => {
  const {url = ''} = request;
  const body = bodies.get(url) ?? Buffer.from(JSON.stringify(documentAt(new URL(url, origin()))));
  bodies.set(url, body);
  response.writeHead(200, {'content-type': 'application/json', 'content-length': body.length}).end(body);
});

function origin() {
  return `http://127.0.0.1:${server.address().port}`;
}

/** @param {URL} url */
function documentAt(url) {
  if (url.pathname !== VERSIONS) return {data: app, links: {self: url.href}};
  const limit = Number(url.searchParams.get('limit') ?? 50);
  const start = Number(url.searchParams.get('cursor') ?? 0);
  const end = Math.min(TOTAL, start + limit);
  const withBuild = url.searchParams.has('include');
  const numbers = Array.from({length: end - start}, (_, index) => start + index);
  const next = new URL(url);
  next.searchParams.set('cursor', String(end));
  return {
    data: numbers.map((number) => version(number, withBuild)),
    ...(withBuild && {included: [app, ...numbers.map(build)]}),
    links: {self: url.href, ...(end < TOTAL && {next: next.href})},
    meta: {paging: {total: TOTAL, limit}},
  };
}

const app = {
  type: 'apps',
  id: APP,
  attributes: {name: 'Aurora', bundleId: 'com.example.aurora'},
  links: {self: `/v1/apps/${APP}`},
};

/** Newest first; the newest is on sale. */
function version(number, withBuild) {
  const id = idOf('a', number);
  const newest = TOTAL - number;
  return {
    type: 'appStoreVersions',
    id,
    attributes: {
      platform: 'IOS',
      versionString: `${Math.floor(newest / 100)}.${Math.floor(newest / 10) % 10}.${newest % 10}`,
      appStoreState: number === 0 ? 'READY_FOR_SALE' : 'REPLACED_WITH_NEW_VERSION',
      appVersionState: number === 0 ? 'READY_FOR_DISTRIBUTION' : 'REPLACED_WITH_NEW_VERSION',
      createdDate: new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString().replace('.000Z', '-07:00'),
    },
    ...(withBuild && {
      relationships: {
        app: {data: {type: 'apps', id: APP}},
        build: {data: {type: 'builds', id: idOf('b', number)}},
      },
    }),
    links: {self: `https://api.appstoreconnect.apple.com/v1/appStoreVersions/${id}`},
  };
}

function build(number) {
  const id = idOf('b', number);
  return {type: 'builds', id, attributes: {version: String(TOTAL - number)}, links: {self: `/v1/builds/${id}`}};
}

const idOf = (kind, number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

server.listen(0, '127.0.0.1', () => {
  const key = generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey.export({type: 'pkcs8', format: 'pem'});
  console.log(
    JSON.stringify({
      TOOL_API_URL: origin(),
      TOOL_KEY_ID: 'BENCHMARK1',
      TOOL_ISSUER_ID: '6e1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b',
      TOOL_PRIVATE_KEY_B64: Buffer.from(key).toString('base64'),
      TOOL_APP_ID: APP,
      TOOL_NO_PROFILE: '1',
    }),
  );
});
