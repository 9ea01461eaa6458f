import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {CallToolRequestSchema, ListToolsRequestSchema} from '@modelcontextprotocol/sdk/types.js';
import {untilAborted} from '../../services/async/until-aborted.ts';
import {cleanLines} from '../../services/model/clean.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {type Command, type CommandContext, canWait} from '../command.ts';
import {type Caller, createCalls} from './calls.ts';
import {describeTool} from './describe-tool.ts';
import guide from './instructions.json' with {type: 'json'};
import {toolsFrom} from './tools.ts';
import {lineTransport} from './transport.ts';

/** During a wait, progress is sent at least this often (in ms), so that the client does not give up. */
const HEARTBEAT = 10_000;
const LONGEST_QUESTION = 10 * 60_000;

const confirm = {type: 'boolean', title: 'Do it', description: 'Nothing is sent without a yes'} as const;
const YES_OR_NO = {type: 'object' as const, properties: {confirm}, required: ['confirm']};

type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1];

export async function serve(
  commands: readonly Command[],
  {allowWrites}: {allowWrites: boolean},
  {host, session: {globals}, signal}: CommandContext,
): Promise<void> {
  const readOnly = allowWrites ? globals.readOnly : 'it was started without --allow-writes';
  const writes = readOnly ? `This server only reads: ${readOnly}. Write tools are not available.` : guide.writes;
  const tools = toolsFrom(commands, readOnly);
  const call = createCalls(tools, host, globals);
  // The SDK deprecates Server in favour of a class that takes zod schemas, which the commands do not have.
  const server = new Server(
    {name: 'tool', version: host.version},
    {
      capabilities: {tools: {}},
      instructions: [...guide.lead, writes, ...guide.rest].join('\n'),
      // The SDK would validate only answers to questions, which `asker` checks itself.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({valid: true, data: data as never, errorMessage: undefined}),
      },
    },
  );
  const transport = lineTransport(host.terminal);
  const gone = new AbortController();

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter(({forbids}) => !forbids).map((tool) => describeTool(tool, host.env)),
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({params: {name, arguments: given}}, extra) => {
    const cancelled = new AbortController();
    const cancel = () => cancelled.abort(new ToolError('interrupted', 'The client cancelled the call'));
    extra.signal.addEventListener('abort', cancel);
    const tool = tools.find((one) => one.name === name);
    const waits = tool !== undefined && canWait(tool.command);
    // When the client disconnects, waits end, but a write in progress runs to its end.
    const calling = AbortSignal.any([signal, cancelled.signal, ...(waits ? [gone.signal] : [])]);
    const done = new AbortController();
    const progress = waits ? startProgress(extra, AbortSignal.any([calling, done.signal])) : undefined;
    try {
      return await call(name, given, {
        signal: calling,
        gone: gone.signal,
        onLine(line) {
          host.terminal.writeError(`${name}: ${cleanLines(line)}\n`);
          progress?.send(line);
        },
        ask: asker(AbortSignal.any([calling, gone.signal])),
      });
    } finally {
      done.abort();
      await progress?.ended;
    }
  });

  /** Sends progress with each line of the command, and at least every ten seconds. */
  function startProgress({_meta, sendNotification}: Extra, until: AbortSignal) {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) return undefined;
    const started = host.clock.now();
    let last = 0;
    const send = (message?: string) => {
      last = Math.max(last + 0.001, (host.clock.now() - started) / 1000);
      const params = {progressToken, progress: last, ...(message && {message: cleanLines(message)})};
      sendNotification({method: 'notifications/progress', params}).catch(() => {});
    };
    const beat = async () => {
      for (;;) {
        send();
        await host.clock.sleep(HEARTBEAT, until);
      }
    };
    return {send, ended: beat().catch(() => {})};
  }

  function asker(calling: AbortSignal): Caller['ask'] {
    if (!server.getClientCapabilities()?.elicitation?.form) return undefined;
    return async (question) => {
      const options = {signal: calling, timeout: LONGEST_QUESTION};
      const asked = async () => {
        const {action, content} = await server.elicitInput({message: question, requestedSchema: YES_OR_NO}, options);
        if (action !== 'accept') return false;
        return typeof content?.confirm === 'boolean' ? content.confirm : undefined;
      };
      // Some clients accept a form that nobody has filled in, so the question is asked once more.
      return (await asked()) ?? asked();
    };
  }

  await server.connect(transport);
  try {
    signal.throwIfAborted();
    const lost = await untilAborted(transport.listen(), signal).then(() => undefined, asToolError);
    gone.abort(new ToolError('interrupted', 'The client has disconnected'));
    // Even after a signal, each call logs the outcome of its writes before it ends.
    await transport.answered();
    signal.throwIfAborted();
    if (lost && lost.facts.signal !== 'EPIPE') throw lost;
  } finally {
    await server.close();
  }
}
