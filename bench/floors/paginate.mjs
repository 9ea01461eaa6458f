// The least that can list all versions: pages one after the other on one connection; printed as one document, or
// (with `lines` as second argument) an item a line as it arrives.
import {createPrivateKey, sign} from 'node:crypto';
import {Agent, get} from 'node:http';

const {TOOL_API_URL, TOOL_KEY_ID, TOOL_ISSUER_ID, TOOL_PRIVATE_KEY_B64} = process.env;
const key = createPrivateKey(Buffer.from(TOOL_PRIVATE_KEY_B64, 'base64'));
const now = Math.floor(Date.now() / 1000);
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = `${part({alg: 'ES256', kid: TOOL_KEY_ID, typ: 'JWT'})}.${part({iss: TOOL_ISSUER_ID, iat: now - 60, exp: now + 600, aud: 'appstoreconnect-v1'})}`;
const token = `${head}.${sign('sha256', Buffer.from(head), {key, dsaEncoding: 'ieee-p1363'}).toString('base64url')}`;
const agent = new Agent({keepAlive: true});
const lines = process.argv[3] === 'lines';

const page = (url) =>
  new Promise((resolve, reject) => {
    get(url, {agent, headers: {authorization: `Bearer ${token}`}}, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks))));
    }).on('error', reject);
  });

const all = [];
for (let url = new URL(process.argv[2], TOOL_API_URL); url; ) {
  const {data, links} = await page(url);
  if (lines)
    await new Promise((resolve) =>
      process.stdout.write(data.map((item) => `${JSON.stringify(item)}\n`).join(''), resolve),
    );
  else all.push(...data);
  url = links.next && new URL(links.next);
}
if (!lines) process.stdout.write(`${JSON.stringify({data: all})}\n`);
agent.destroy();
