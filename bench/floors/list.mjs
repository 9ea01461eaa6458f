// The least that can list versions: one signed request with what Node brings. Prints the page as it came.
import {createPrivateKey, sign} from 'node:crypto';
import {get} from 'node:http';

const {TOOL_API_URL, TOOL_KEY_ID, TOOL_ISSUER_ID, TOOL_PRIVATE_KEY_B64} = process.env;
const key = createPrivateKey(Buffer.from(TOOL_PRIVATE_KEY_B64, 'base64'));
const now = Math.floor(Date.now() / 1000);
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = `${part({alg: 'ES256', kid: TOOL_KEY_ID, typ: 'JWT'})}.${part({iss: TOOL_ISSUER_ID, iat: now - 60, exp: now + 600, aud: 'appstoreconnect-v1'})}`;
const token = `${head}.${sign('sha256', Buffer.from(head), {key, dsaEncoding: 'ieee-p1363'}).toString('base64url')}`;

get(new URL(process.argv[2], TOOL_API_URL), {headers: {authorization: `Bearer ${token}`}}, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => process.stdout.write(`${JSON.stringify(JSON.parse(Buffer.concat(chunks)))}\n`));
});
