import {connect} from 'node:net';
import type {Env} from '../ports.ts';

/**
 * Asks the Secret Service over D-Bus whether its default collection is locked. keytar cannot tell: on a locked one
 * `getPassword` answers null as for a missing item, and `findCredentials` crashes.
 * @returns `none` without a default collection
 * @throws Error without a session bus or such a service
 */
export async function collectionState(env: Env, uid: number): Promise<'unlocked' | 'locked' | 'none'> {
  const socket = connect(busPath(env));
  try {
    const call = await openBus(socket, uid);
    await call(['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'Hello']);
    const service = 'org.freedesktop.secrets';
    const alias = await call(
      [service, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service', 'ReadAlias'],
      'default',
    );
    const path = alias.toString('utf8', 4, 4 + alias.readUInt32LE(0));
    if (path === '/') return 'none';
    const locked = await call(
      [service, path, 'org.freedesktop.DBus.Properties', 'Get'],
      'org.freedesktop.Secret.Collection',
      'Locked',
    );
    // A variant: signature length, signature, zero, then the boolean as 32 bits.
    return locked.readUInt32LE(4) === 0 ? 'unlocked' : 'locked';
  } finally {
    socket.destroy();
  }
}

function busPath(env: Env): string {
  const address = env.DBUS_SESSION_BUS_ADDRESS ?? (env.XDG_RUNTIME_DIR && `unix:path=${env.XDG_RUNTIME_DIR}/bus`);
  const [, kind, path] = /unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(address ?? '') ?? [];
  if (!path) throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  return kind === 'abstract' ? `\0${decodeURIComponent(path)}` : decodeURIComponent(path);
}

type Target = readonly [destination: string, path: string, iface: string, member: string];

type Call = (target: Target, ...args: string[]) => Promise<Buffer>;

async function openBus(socket: ReturnType<typeof connect>, uid: number): Promise<Call> {
  const take = createReader(socket);
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`);
  let greeting = '';
  while (!greeting.endsWith('\r\n')) greeting += (await take(1)).toString('latin1');
  if (!greeting.startsWith('OK ')) throw new Error('the session bus refuses this user');
  socket.write('BEGIN\r\n');
  let serial = 0;
  return async (target, ...args) => {
    serial += 1;
    socket.write(encodeCall(serial, target, args));
    for (;;) {
      const head = await take(16);
      if (head[0] !== 0x6c) throw new Error('the session bus speaks another byte order');
      const fields = await take(aligned(head.readUInt32LE(12), 8));
      const body = await take(head.readUInt32LE(4));
      if (head[1] === REPLY) return body;
      if (head[1] === ERROR) throw new Error(errorText(fields));
    }
  };
}

const REPLY = 2;
const ERROR = 3;

function errorText(fields: Buffer): string {
  const [, name = 'an error'] = /\u0004\u0001s\0[\s\S]{4}([\w.]+)/.exec(fields.toString('latin1')) ?? [];
  return /ServiceUnknown|NameHasNoOwner|Spawn/.test(name)
    ? 'no Secret Service is running'
    : `the Secret Service answers ${name}`;
}

function createReader(socket: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = socket[Symbol.asyncIterator]();
  let data: Buffer = Buffer.alloc(0);
  return async (length) => {
    while (data.length < length) {
      const next = await chunks.next().catch(() => undefined);
      if (!next || next.done) throw new Error('the session bus does not answer');
      data = Buffer.concat([data, next.value]);
    }
    const taken = data.subarray(0, length);
    data = data.subarray(length);
    return taken;
  };
}

const aligned = (offset: number, to: number) => Math.ceil(offset / to) * to;
const padded = (bytes: Buffer, to: number) => Buffer.concat([bytes], aligned(bytes.length, to));

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Aligned to 4: length, bytes, zero. */
function appendString(to: Buffer, text: string): Buffer {
  return Buffer.concat([padded(to, 4), u32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
}

function encodeCall(serial: number, [destination, path, iface, member]: Target, args: readonly string[]): Buffer {
  const body = args.reduce<Buffer>(appendString, Buffer.alloc(0));
  const texts = [
    [1, 'o', path],
    [2, 's', iface],
    [3, 's', member],
    [6, 's', destination],
  ] as const;
  let fields = texts.reduce<Buffer>(
    (to, [code, type, text]) =>
      appendString(Buffer.concat([padded(to, 8), Buffer.from([code, 1]), Buffer.from(`${type}\0`)]), text),
    Buffer.alloc(0),
  );
  if (args.length > 0) {
    const signature = Buffer.from(`${'s'.repeat(args.length)}\0`);
    fields = Buffer.concat([
      padded(fields, 8),
      Buffer.from([8, 1]),
      Buffer.from('g\0'),
      u32(args.length).subarray(0, 1),
      signature,
    ]);
  }
  // Little-endian, method call, no flags, protocol 1.
  const head = Buffer.concat([Buffer.from([0x6c, 1, 0, 1]), u32(body.length), u32(serial), u32(fields.length), fields]);
  return Buffer.concat([padded(head, 8), body]);
}
