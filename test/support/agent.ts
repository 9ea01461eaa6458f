import {Client, type ClientOptions} from '@modelcontextprotocol/sdk/client/index.js';
import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import {readerGone} from '../../src/services/model/error.ts';
import type {Host} from '../../src/services/ports.ts';
import type {Outcome, RunOptions} from './run.ts';

export type Result = CallToolResult & {structuredContent: ReturnType<typeof JSON.parse>};

export interface AgentOptions {
  env?: Record<string, string>;
  host?: Partial<Host>;
  onQuestion?(question: string, schema: unknown): ElicitResult | Promise<ElicitResult>;
}

/** The SDK's client, connected through two pipes to the tool's server in this process. */
export interface Agent {
  client: Client;
  /** The lines that the server printed on stdout. */
  lines: string[];
  stderr(): string;
  call(name: string, given?: object, options?: Parameters<Client['callTool']>[2]): Promise<Result>;
  /** Calls a tool, then calls it again with the confirmation that the first call returned. */
  confirm(name: string, given: object): Promise<Result>;
  /** Sends text to the server's stdin as it is. */
  raw(text: string): void;
  /** Closes the reader of the server's stdout, but leaves its stdin open. */
  hangUp(): void;
  /** Returns the number of writes to stdout since `hangUp`. */
  refused(): number;
  /** Resolves when the run has ended. */
  ended: Promise<Outcome>;
  /** Closes the server's stdin and waits for the run to end. */
  end(): Promise<Outcome>;
}

export const textOf = ({content}: Pick<Result, 'content'>) => (content[0] as {text: string}).text;

export async function startAgent(
  run: (argv: readonly string[], options: RunOptions) => Promise<Outcome>,
  argv: readonly string[],
  {env, host, onQuestion}: AgentOptions = {},
): Promise<Agent> {
  const stdin = new Pipe();
  const lines: string[] = [];
  let stderr = '';
  let isDeaf = false;
  let refused = 0;
  const transport: Transport = {
    start: async () => {},
    send: async (message) => stdin.push(`${JSON.stringify(message)}\n`),
    close: async () => stdin.end(),
  };
  const terminal: Host['terminal'] = {
    stdinIsTty: false,
    stdoutIsTty: false,
    stderrIsTty: false,
    columns: undefined,
    showsLinks: async () => false,
    readInput: () => Promise.reject(new Error('stdin is for the protocol')),
    input: () => stdin,
    async write(text) {
      if (isDeaf) {
        refused += 1;
        throw readerGone();
      }
      for (const line of text.split('\n').slice(0, -1)) {
        lines.push(line);
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      }
    },
    writeError(text) {
      stderr += text;
    },
  };
  const running = run(['mcp', ...argv], {env, host: {...host, terminal}});
  const options: ClientOptions = {capabilities: onQuestion ? {elicitation: {form: {}}} : {}};
  const client = new Client({name: 'test', version: '1'}, options);
  if (onQuestion) {
    client.setRequestHandler(ElicitRequestSchema, ({params}) =>
      onQuestion(params.message, 'requestedSchema' in params ? params.requestedSchema : undefined),
    );
  }
  await client.connect(transport);
  const call: Agent['call'] = async (name, given, more) =>
    (await client.callTool({name, arguments: given as Record<string, unknown>}, undefined, more)) as Result;
  return {
    client,
    lines,
    stderr: () => stderr,
    call,
    async confirm(name, given) {
      const {confirmation} = (await call(name, given)).structuredContent;
      return call(name, {...given, confirmation});
    },
    raw: (text) => stdin.push(text),
    hangUp() {
      isDeaf = true;
    },
    refused: () => refused,
    ended: running,
    async end() {
      stdin.end();
      return running;
    },
  };
}

class Pipe {
  private chunks: Uint8Array[] = [];
  private isEnded = false;
  private wake = () => {};

  push(text: string): void {
    this.chunks.push(Buffer.from(text));
    this.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield* this.chunks.splice(0);
      if (this.isEnded) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (this.chunks.length > 0 || this.isEnded) resolve();
      });
    }
  }
}
