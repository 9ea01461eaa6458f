// The smallest program that makes the same requests: it signs once, sends one request after another over one connection
// with Node's own HTTP, and prints the answers as one document, or with `--lines` one item per line as it arrives.
import {createPrivateKey, sign} from 'node:crypto';
import {Agent, get} from 'node:http';

const {TOOL_API_URL, TOOL_KEY_ID, TOOL_ISSUER_ID, TOOL_PRIVATE_KEY_B64 = ''} = process.env;
const lines = process.argv[2] === '--lines';
const targets = process.argv.slice(lines ? 3 : 2);

const key = createPrivateKey(Buffer.from(TOOL_PRIVATE_KEY_B64, 'base64'));
const now = Math.floor(Date.now() / 1000);
/** @param {object} value */
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = `${part({alg: 'ES256', kid: TOOL_KEY_ID, typ: 'JWT'})}.${part({iss: TOOL_ISSUER_ID, iat: now - 60, exp: now + 600, aud: 'appstoreconnect-v1'})}`;
const token = `${head}.${sign('sha256', Buffer.from(head), {key, dsaEncoding: 'ieee-p1363'}).toString('base64url')}`;
const agent = new Agent({keepAlive: true});

/** @param {string} target @returns {Promise<{data: object | object[]}>} */
const load = (target) =>
  new Promise((resolve, reject) => {
    get(new URL(target, TOOL_API_URL), {agent, headers: {authorization: `Bearer ${token}`}}, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    }).on('error', reject);
  });

/** @type {object[]} */
const all = [];
for (const target of targets) {
  const {data} = await load(target);
  const items = [data].flat();
  if (lines) {
    const text = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    await new Promise((resolve) => process.stdout.write(text, resolve));
  } else all.push(...items);
}
if (!lines) process.stdout.write(`${JSON.stringify({data: all})}\n`);
agent.destroy();
