import {connect, type Socket} from 'node:net';
import type {Env} from '../ports.ts';

/**
 * Asks the Secret Service over D-Bus whether its default collection is locked: keytar cannot tell, and asking it may
 * prompt. Of D-Bus this speaks just what two questions need: calls with strings as arguments.
 *
 * @returns `none` when there is no default collection
 * @throws Error when there is no session bus or no such service, in words
 */
export async function collectionState(env: Env, uid: number): Promise<'unlocked' | 'locked' | 'none'> {
  const bus = await openBus(env, uid);
  try {
    await bus.call(['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'Hello'], []);
    const service = 'org.freedesktop.secrets';
    const alias = await bus.call(
      [service, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service', 'ReadAlias'],
      ['default'],
    );
    const path = alias.toString('utf8', 4, 4 + alias.readUInt32LE(0));
    if (path === '/') return 'none';
    const locked = await bus.call(
      [service, path, 'org.freedesktop.DBus.Properties', 'Get'],
      ['org.freedesktop.Secret.Collection', 'Locked'],
    );
    // A variant: the length and text of its signature, a zero, then the boolean as 32 bits.
    return locked.readUInt32LE(4) === 0 ? 'unlocked' : 'locked';
  } finally {
    bus.close();
  }
}

/** Destination, path, interface, member. */
type Target = readonly [string, string, string, string];

interface Bus {
  /** @returns the body of the answer */
  call(target: Target, args: readonly string[]): Promise<Buffer>;
  close(): void;
}

async function openBus(env: Env, uid: number): Promise<Bus> {
  const socket = connect(busPath(env));
  const reader = createReader(socket);
  const hexUid = Buffer.from(String(uid)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${hexUid}\r\n`);
  const greeting = await reader.take((data) => {
    const end = data.indexOf('\r\n');
    return end < 0 ? undefined : end + 2;
  });
  if (!greeting.toString('latin1').startsWith('OK ')) throw new Error('the session bus refuses this user');
  socket.write('BEGIN\r\n');
  let serial = 0;
  return {
    async call(target, args) {
      serial += 1;
      socket.write(encodeCall(serial, target, args));
      for (;;) {
        const message = decodeMessage(await reader.take(messageLength));
        if (message.replyTo !== serial) continue;
        if (message.error === undefined) return message.body;
        throw new Error(
          /ServiceUnknown|NameHasNoOwner|Spawn/.test(message.error)
            ? 'no Secret Service is running'
            : `the Secret Service answers ${message.error}`,
        );
      }
    },
    close: () => socket.destroy(),
  };
}

function busPath(env: Env): string {
  const address = env.DBUS_SESSION_BUS_ADDRESS ?? (env.XDG_RUNTIME_DIR && `unix:path=${env.XDG_RUNTIME_DIR}/bus`);
  const [, kind, path] = /unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(address ?? '') ?? [];
  if (!path) throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  return kind === 'abstract' ? `\0${decodeURIComponent(path)}` : decodeURIComponent(path);
}

/** Hands out what arrives in pieces whose length the caller finds. */
function createReader(socket: Socket): {take(length: (data: Buffer) => number | undefined): Promise<Buffer>} {
  let data: Buffer = Buffer.alloc(0);
  let wake = () => {};
  let failure: Error | undefined;
  socket.on('data', (chunk) => {
    data = Buffer.concat([data, chunk]);
    wake();
  });
  for (const event of ['error', 'close'] as const) {
    socket.on(event, () => {
      failure ??= new Error('the session bus does not answer');
      wake();
    });
  }
  return {
    async take(length) {
      for (;;) {
        const wanted = length(data);
        if (wanted !== undefined && data.length >= wanted) {
          const taken = data.subarray(0, wanted);
          data = data.subarray(wanted);
          return taken;
        }
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const aligned = (offset: number, to: number) => Math.ceil(offset / to) * to;

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A string: aligned to 4, its length, its bytes, a zero. */
function appendString(to: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([
    to,
    Buffer.alloc(aligned(to.length, 4) - to.length),
    u32(bytes.length),
    bytes,
    Buffer.alloc(1),
  ]);
}

function encodeCall(serial: number, [destination, path, iface, member]: Target, args: readonly string[]): Buffer {
  const body = args.reduce<Buffer>(appendString, Buffer.alloc(0));
  let fields: Buffer = Buffer.alloc(0);
  const field = (code: number, type: string, append: (to: Buffer) => Buffer) => {
    const padding = Buffer.alloc(aligned(fields.length, 8) - fields.length);
    fields = append(Buffer.concat([fields, padding, Buffer.from([code, 1]), Buffer.from(`${type}\0`)]));
  };
  field(1, 'o', (to) => appendString(to, path));
  field(2, 's', (to) => appendString(to, iface));
  field(3, 's', (to) => appendString(to, member));
  field(6, 's', (to) => appendString(to, destination));
  if (args.length > 0) {
    field(8, 'g', (to) => Buffer.concat([to, Buffer.from([args.length]), Buffer.from(`${'s'.repeat(args.length)}\0`)]));
  }
  // Little-endian, a method call, no flags, protocol 1.
  const head = Buffer.concat([Buffer.from([0x6c, 1, 0, 1]), u32(body.length), u32(serial), u32(fields.length), fields]);
  return Buffer.concat([head, Buffer.alloc(aligned(head.length, 8) - head.length), body]);
}

function messageLength(data: Buffer): number | undefined {
  if (data.length < 16) return undefined;
  if (data[0] !== 0x6c) throw new Error('the session bus speaks another byte order');
  return aligned(16 + data.readUInt32LE(12), 8) + data.readUInt32LE(4);
}

function decodeMessage(message: Buffer): {replyTo?: number; error?: string; body: Buffer} {
  const end = 16 + message.readUInt32LE(12);
  const body = message.subarray(aligned(end, 8));
  const found: {replyTo?: number; error?: string} = {};
  for (let at = 16; at < end; ) {
    at = aligned(at, 8);
    const code = message[at];
    const type = String.fromCharCode(message[at + 2] ?? 0);
    if (type === 'g') {
      at += 4 + 1 + (message[at + 4] ?? 0) + 1;
      continue;
    }
    const value = message.readUInt32LE(at + 4);
    if (type === 'u') {
      if (code === 5) found.replyTo = value;
      at += 8;
      continue;
    }
    if (code === 4) found.error = message.toString('utf8', at + 8, at + 8 + value);
    at += 8 + value + 1;
  }
  return {...found, body};
}
