import {connect, createServer, type Server, type Socket} from 'node:net';

export interface SocksOptions {
  /** The login that the proxy requires, as `USER:PASSWORD`. */
  login?: string;
  /** The code with which the proxy refuses each connection. */
  refusal?: number;
}

/**
 * Creates a SOCKS 5 proxy that makes every connection to `port` of this machine. `asked` lists the hosts that clients
 * named.
 */
export function socksProxy(port: number, {login, refusal}: SocksOptions = {}): {server: Server; asked: string[]} {
  const asked: string[] = [];
  const serve = async (socket: Socket) => {
    const take = reader(socket);
    const methods = await take((await take(2))[1] ?? 0);
    const method = login === undefined ? 0 : 2;
    if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
    socket.write(Buffer.from([5, method]));
    if (login !== undefined) {
      const text = async () => (await take((await take(1))[0] ?? 0)).toString();
      await take(1);
      const isRight = `${await text()}:${await text()}` === login;
      socket.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return;
    }
    const [, , , type = 0] = await take(4);
    const host = type === 3 ? (await take((await take(1))[0] ?? 0)).toString() : `${[...(await take(4))].join('.')}`;
    asked.push(`${host}:${(await take(2)).readUInt16BE(0)}`);
    const answer = (code: number) => Buffer.from([5, code, 0, 1, 127, 0, 0, 1, 0, 0]);
    if (refusal !== undefined) return void socket.end(answer(refusal));
    const upstream = connect(port, 'localhost', () => {
      socket.write(answer(0));
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket).catch(() => socket.destroy());
  });
  return {server, asked};
}

function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    for (;;) {
      const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length);
      if (bytes) return bytes;
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve).once('close', () => reject(new Error('closed')));
      });
    }
  };
}
