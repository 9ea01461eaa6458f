import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import {Bytes} from '../../services/async/bytes.ts';
import {untilAborted} from '../../services/async/until-aborted.ts';
import {isObject, lookup, parsedJson} from '../../services/model/values.ts';
import type {Terminal} from '../../services/ports.ts';

const MAX_LINE = 1024 * 1024;
const LINE_BREAK = 0x0a;

const PARSE_ERROR = {code: -32700, message: 'Not JSON'};
const INVALID = {code: -32600, message: 'Not a message of the protocol'};
const IN_USE = {code: -32600, message: 'The ID belongs to a request that has no answer yet'};
const TOO_LONG = {code: -32600, message: `A message has at most ${MAX_LINE} bytes`};

export function lineTransport(terminal: Pick<Terminal, 'input' | 'write'>) {
  const open = new Set<RequestId>();
  let onAnswered = () => {};
  const close = (id: RequestId | undefined) => {
    if (id !== undefined && open.delete(id) && open.size === 0) onAnswered();
  };
  let last: Promise<void> = Promise.resolve();
  const lost = new AbortController();
  const write = (message: object) => {
    last = last.then(async () => {
      if (lost.signal.aborted) return;
      await terminal.write(`${JSON.stringify(message)}\n`).catch((error) => lost.abort(error));
    });
    return last;
  };
  const refuse = (error: {code: number; message: string}, id?: RequestId) => write({jsonrpc: '2.0', id, error});

  async function take(line: string): Promise<void> {
    if (line.trim() === '') return;
    const json = parsedJson(line);
    if (json === undefined) return refuse(PARSE_ERROR);
    const {success, data} = JSONRPCMessageSchema.safeParse(withoutNulls(json));
    if (!success) {
      const {id, method, result, error} = Object(json);
      const isAnswer = method === undefined && (result ?? error) !== undefined;
      // Tells the SDK that the response is invalid. Otherwise its request would stay pending until the time-out.
      if (isAnswer) return transport.onmessage?.({jsonrpc: '2.0', id, error: INVALID});
      return refuse(INVALID, ['string', 'number'].includes(typeof id) ? id : undefined);
    }
    if ('method' in data && 'id' in data) {
      const issue = lookup(REQUESTS, data.method)?.safeParse(data).error?.issues[0];
      if (issue) return refuse({code: -32602, message: `${issue.path.join('.')}: ${issue.message}`}, data.id);
      if (open.has(data.id)) return refuse(IN_USE, data.id);
      open.add(data.id);
    }
    transport.onmessage?.(data);
    if ('method' in data && data.method === 'notifications/cancelled') close(data.params?.requestId as RequestId);
  }

  const transport: Transport & {listen(): Promise<void>; answered(): Promise<void>} = {
    async start() {},
    async listen() {
      const taking = async () => {
        for await (const line of linesOf(terminal.input())) await (line === undefined ? refuse(TOO_LONG) : take(line));
      };
      await untilAborted(taking(), lost.signal);
    },
    async send(message: JSONRPCMessage) {
      await write(message);
      if (!('method' in message)) close(message.id);
    },
    async close() {
      transport.onclose?.();
    },
    /** Resolves when every request is answered or cancelled. */
    answered: () =>
      new Promise((resolve) => {
        onAnswered = resolve;
        if (open.size === 0) resolve();
      }),
  };
  return transport;
}

/** These requests are checked here, because the SDK would answer wrong parameters with an internal error. */
const REQUESTS: Readonly<Record<string, typeof CallToolRequestSchema | typeof InitializeRequestSchema>> = {
  initialize: InitializeRequestSchema,
  'tools/call': CallToolRequestSchema,
};

/** Members that count as absent if they are null. */
const FRAME = ['params', '_meta', 'cursor', 'progressToken', 'capabilities', 'arguments'];

function withoutNulls(message: unknown, depth = 0): unknown {
  if (!isObject(message) || depth > 2) return message;
  const members = Object.entries(message).filter(([name, value]) => value !== null || !FRAME.includes(name));
  // Arguments stay as they are, because the tool checks them itself.
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'arguments' ? value : withoutNulls(value, depth + 1)]),
  );
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  let line = new Bytes();
  const add = (bytes: Uint8Array) => {
    // A line that is too long is refused, so the rest of it is not kept.
    if (line.length <= MAX_LINE) line.add(bytes);
  };
  const finished = () => {
    const whole = line;
    line = new Bytes();
    return whole.length > MAX_LINE ? undefined : new TextDecoder().decode(whole.toBuffer());
  };
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let at = rest.indexOf(LINE_BREAK); at >= 0; at = rest.indexOf(LINE_BREAK)) {
      add(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      yield finished();
    }
    add(rest);
  }
  yield finished();
}
