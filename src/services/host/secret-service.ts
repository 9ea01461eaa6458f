import {connect, type Socket} from 'node:net';
import {isAbsolute} from 'node:path';
import type {Env} from '../ports.ts';

/**
 * Asks the Secret Service over D-Bus whether its default collection is locked. keytar cannot tell: on a locked one
 * `getPassword` answers null as for a missing item, and `findCredentials` crashes. A keyring without a password says
 * that it is locked until it is first asked to unlock, which needs no prompt.
 * @returns `none` without a default collection
 * @throws Error without a session bus or such a service
 */
export async function collectionState(env: Env, uid: number): Promise<'unlocked' | 'locked' | 'none'> {
  const {call, close} = await openBus(busPaths(env), uid);
  try {
    const aliases = [SERVICE, SERVICE_PATH, 'org.freedesktop.Secret.Service', 'ReadAlias'] as const;
    const path = stringAt(await call(aliases, 's', string('default')), 0);
    if (path === '/') return 'none';
    const property = [SERVICE, path, 'org.freedesktop.DBus.Properties', 'Get'] as const;
    const locked = await call(property, 'ss', string('org.freedesktop.Secret.Collection'), string('Locked'));
    // A variant: signature length, signature, zero, then the boolean as 32 bits.
    if (locked.readUInt32LE(4) === 0) return 'unlocked';
    const unlock = [SERVICE, SERVICE_PATH, 'org.freedesktop.Secret.Service', 'Unlock'] as const;
    const reply = await call(unlock, 'ao', u32(string(path).length), string(path));
    // An array of what is unlocked now, then the prompt for the rest.
    return stringAt(reply, aligned(4 + reply.readUInt32LE(0), 4)) === '/' ? 'unlocked' : 'locked';
  } finally {
    close();
  }
}

const SERVICE = 'org.freedesktop.secrets';
const SERVICE_PATH = '/org/freedesktop/secrets';

function busPaths(env: Env): string[] {
  const given = env.DBUS_SESSION_BUS_ADDRESS?.trim();
  const {XDG_RUNTIME_DIR: runtime = ''} = env;
  const address = given || (isAbsolute(runtime) && `unix:path=${runtime}/bus`);
  if (!address) throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  if (address.startsWith('disabled:')) throw new Error('the session bus is switched off (DBUS_SESSION_BUS_ADDRESS)');
  const paths = address.split(';').flatMap((one) => {
    const [, kind, path] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(one.trim()) ?? [];
    return path ? [`${kind === 'abstract' ? '\0' : ''}${decodeURIComponent(path)}`] : [];
  });
  if (paths.length === 0) throw new Error('the session bus is not at a Unix socket (DBUS_SESSION_BUS_ADDRESS)');
  return paths;
}

type Target = readonly [destination: string, path: string, iface: string, member: string];

type Call = (target: Target, signature?: string, ...args: Buffer[]) => Promise<Buffer>;

interface Bus {
  call: Call;
  close(): void;
}

async function openBus([path = '', ...others]: string[], uid: number): Promise<Bus> {
  const socket = connect(path);
  const close = () => void socket.destroy();
  try {
    return {call: await greet(socket, uid), close};
  } catch (error) {
    close();
    if (others.length === 0) throw error;
    return openBus(others, uid);
  }
}

async function greet(socket: Socket, uid: number): Promise<Call> {
  const readBytes = createReader(socket);
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`);
  let greeting = '';
  while (!greeting.endsWith('\r\n')) greeting += (await readBytes(1)).toString('latin1');
  if (!greeting.startsWith('OK ')) throw new Error('the session bus refuses this user');
  socket.write('BEGIN\r\n');
  let serial = 0;
  const call: Call = async (target, signature = '', ...args) => {
    serial += 1;
    socket.write(encodeCall(serial, target, signature, bodyOf(args)));
    for (;;) {
      const head = await readBytes(16);
      if (head[0] !== 0x6c) throw new Error('the session bus speaks another byte order');
      const fields = await readBytes(aligned(head.readUInt32LE(12), 8));
      const body = await readBytes(head.readUInt32LE(4));
      if (head[1] === REPLY) return body;
      if (head[1] === ERROR) throw new Error(errorText(fields));
    }
  };
  await call(['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'Hello']);
  return call;
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

function string(text: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
}

function stringAt(body: Buffer, offset: number): string {
  return body.toString('utf8', offset + 4, offset + 4 + body.readUInt32LE(offset));
}

function bodyOf(values: readonly Buffer[]): Buffer {
  return values.reduce<Buffer>((to, value) => Buffer.concat([padded(to, 4), value]), Buffer.alloc(0));
}

function encodeCall(serial: number, target: Target, signature: string, body: Buffer): Buffer {
  const [destination, path, iface, member] = target;
  const fields = [
    ['\x01\x01o\0', path],
    ['\x02\x01s\0', iface],
    ['\x03\x01s\0', member],
    ['\x06\x01s\0', destination],
  ] as const;
  const append = (to: Buffer, [head, text]: (typeof fields)[number]) =>
    Buffer.concat([padded(to, 8), Buffer.from(head), string(text)]);
  const named = fields.reduce(append, Buffer.alloc(0));
  const typed = `\x08\x01g\0${String.fromCharCode(signature.length)}${signature}\0`;
  const all = signature ? Buffer.concat([padded(named, 8), Buffer.from(typed)]) : named;
  // Little-endian, method call, no flags, protocol 1.
  const head = Buffer.concat([Buffer.from([0x6c, 1, 0, 1]), u32(body.length), u32(serial), u32(all.length), all]);
  return Buffer.concat([padded(head, 8), body]);
}
