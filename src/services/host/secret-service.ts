import {connect, type Socket} from 'node:net';
import {isAbsolute} from 'node:path';
import type {Env} from '../ports.ts';

const SERVICE = 'org.freedesktop.secrets';
const SERVICE_PATH = '/org/freedesktop/secrets';
const INTERFACE = 'org.freedesktop.Secret.Service';
const REPLY = 2;
const ERROR = 3;

/**
 * Returns the state of the default collection. keytar does not notice a locked one: `getPassword` answers null, and
 * `findCredentials` crashes. A keyring without a password says that it is locked until it is first asked to unlock,
 * which needs no prompt.
 * @throws Error without a session bus or a Secret Service
 */
export async function collectionState(env: Env, uid: number): Promise<'unlocked' | 'locked' | 'none'> {
  const {call, close} = await openBus(busPaths(env), uid);
  try {
    const path = stringAt(await call([SERVICE, SERVICE_PATH, INTERFACE, 'ReadAlias'], 's', string('default')), 0);
    if (path === '/') return 'none';
    const property = Buffer.concat([padded(string('org.freedesktop.Secret.Collection'), 4), string('Locked')]);
    const locked = await call([SERVICE, path, 'org.freedesktop.DBus.Properties', 'Get'], 'ss', property);
    // The answer is a variant: signature length, signature, zero, then the boolean as 32 bits.
    if (locked.readUInt32LE(4) === 0) return 'unlocked';
    const paths = Buffer.concat([u32(string(path).length), string(path)]);
    const reply = await call([SERVICE, SERVICE_PATH, INTERFACE, 'Unlock'], 'ao', paths);
    // The answer lists the objects that are unlocked now, and then names a prompt that unlocks the others.
    return stringAt(reply, aligned(4 + reply.readUInt32LE(0), 4)) === '/' ? 'unlocked' : 'locked';
  } finally {
    close();
  }
}

function busPaths(env: Env): string[] {
  const {XDG_RUNTIME_DIR: runtime = ''} = env;
  const address = env.DBUS_SESSION_BUS_ADDRESS?.trim() || (isAbsolute(runtime) && `unix:path=${runtime}/bus`);
  if (!address) throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  if (address.startsWith('disabled:')) throw new Error('the session bus is switched off (DBUS_SESSION_BUS_ADDRESS)');
  const paths = address.split(';').flatMap((one) => {
    const [, kind, path] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(one.trim()) ?? [];
    return path ? [`${kind === 'abstract' ? '\0' : ''}${decodeURIComponent(path)}`] : [];
  });
  if (paths.length === 0) throw new Error('the session bus is not at a Unix socket (DBUS_SESSION_BUS_ADDRESS)');
  return paths;
}

type BusMethod = readonly [destination: string, path: string, iface: string, member: string];
type Call = (method: BusMethod, signature?: string, body?: Buffer) => Promise<Buffer>;

async function openBus([path = '', ...others]: string[], uid: number): Promise<{call: Call; close(): void}> {
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
  const call: Call = async (method, signature = '', body = Buffer.alloc(0)) => {
    serial += 1;
    socket.write(encodeCall(serial, method, signature, body));
    for (;;) {
      const head = await readBytes(16);
      if (head[0] !== 0x6c) throw new Error('the session bus speaks another byte order');
      const fields = await readBytes(aligned(head.readUInt32LE(12), 8));
      const answer = await readBytes(head.readUInt32LE(4));
      if (head[1] === REPLY) return answer;
      if (head[1] === ERROR) throw new Error(errorText(fields));
    }
  };
  await call(['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'Hello']);
  return call;
}

function errorText(fields: Buffer): string {
  const [, name = 'an error'] = /\u0004\u0001s\0[\s\S]{4}([\w.]+)/.exec(fields.toString('latin1')) ?? [];
  const isMissing = /ServiceUnknown|NameHasNoOwner|Spawn/.test(name);
  return isMissing ? 'no Secret Service is running' : `the Secret Service answers ${name}`;
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
const string = (text: string) => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
const stringAt = (body: Buffer, at: number) => body.toString('utf8', at + 4, at + 4 + body.readUInt32LE(at));

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function encodeCall(serial: number, method: BusMethod, signature: string, body: Buffer): Buffer {
  const [destination, path, iface, member] = method;
  const field = (head: string, text: string) => Buffer.concat([Buffer.from(head), string(text)]);
  const typed = Buffer.from(`\x08\x01g\0${String.fromCharCode(signature.length)}${signature}\0`);
  const fields = [
    field('\x01\x01o\0', path),
    field('\x02\x01s\0', iface),
    field('\x03\x01s\0', member),
    field('\x06\x01s\0', destination),
    ...(signature ? [typed] : []),
  ].reduce((before, one) => Buffer.concat([padded(before, 8), one]));
  // The header of a method call: little-endian, no flags, protocol 1.
  const head = [Buffer.from([0x6c, 1, 0, 1]), u32(body.length), u32(serial), u32(fields.length), fields];
  return Buffer.concat([padded(Buffer.concat(head), 8), body]);
}
