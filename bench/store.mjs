// A store that answers from memory, so that only the client is measured: `node store.mjs UPSTREAM`. It asks the
// upstream once for each URL. It has to be forked: it sends its port to the parent, and answers each message with the
// targets that were requested since the last message.
import {createServer} from 'node:http';

const [, , upstream = ''] = process.argv;
/** @type {Map<string, Buffer>} */
const bodies = new Map();
/** @type {string[]} */
let asked = [];

const server = createServer(async ({url = '', headers}, response) => {
  asked.push(url);
  let body = bodies.get(url);
  if (!body) {
    const {authorization = ''} = headers;
    const answer = await fetch(new URL(url, upstream), {headers: {authorization}});
    body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) return response.writeHead(answer.status).end(body);
    bodies.set(url, body);
  }
  return response.writeHead(200, {'content-type': 'application/json', 'content-length': body.length}).end(body);
});

process.on('message', () => {
  process.send?.(asked);
  asked = [];
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
