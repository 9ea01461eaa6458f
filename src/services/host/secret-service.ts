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
    const aliases = [service, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service', 'ReadAlias'] as const;
    const alias = await call(aliases, 'default');
    const path = alias.toString('utf8', 4, 4 + alias.readUInt32LE(0));
    if (path === '/') return 'none';
    const property = [service, path, 'org.freedesktop.DBus.Properties', 'Get'] as const;
    const locked = await call(property, 'org.freedesktop.Secret.Collection', 'Locked');
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
  const readBytes = createReader(socket);
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`);
  let greeting = '';
  while (!greeting.endsWith('\r\n')) greeting += (await readBytes(1)).toString('latin1');
  if (!greeting.startsWith('OK ')) throw new Error('the session bus refuses this user');
  socket.write('BEGIN\r\n');
  let serial = 0;
  return async (target, ...args) => {
    serial += 1;
    socket.write(encodeCall(serial, target, args));
    for (;;) {
      const head = await readBytes(16);
      if (head[0] !== 0x6c) throw new Error('the session bus speaks another byte order');
      const fields = await readBytes(aligned(head.readUInt32LE(12), 8));
      const body = await readBytes(head.readUInt32LE(4));
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
    const bytes = data.subarray(0, length);
    data = data.subarray(length);
    return bytes;
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
  // Each field: its code, the signature of its value, and the value.
  const fields = [
    ['\x01\x01o\0', path],
    ['\x02\x01s\0', iface],
    ['\x03\x01s\0', member],
    ['\x06\x01s\0', destination],
  ] as const;
  const append = (to: Buffer, [head, text]: (typeof fields)[number]) =>
    appendString(Buffer.concat([padded(to, 8), Buffer.from(head)]), text);
  const named = fields.reduce(append, Buffer.alloc(0));
  const signature = `\x08\x01g\0${String.fromCharCode(args.length)}${'s'.repeat(args.length)}\0`;
  const all = args.length > 0 ? Buffer.concat([padded(named, 8), Buffer.from(signature)]) : named;
  // Little-endian, method call, no flags, protocol 1.
  const head = Buffer.concat([Buffer.from([0x6c, 1, 0, 1]), u32(body.length), u32(serial), u32(all.length), all]);
  return Buffer.concat([padded(head, 8), body]);
}
