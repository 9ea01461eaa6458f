import {type Command, defineCommand} from '../command.ts';
import {toggle} from '../flags/flags.ts';

/** @param all later, since the table of commands has this one in it */
export function mcpCommand(all: () => readonly Command[]) {
  return defineCommand({
    path: ['mcp'],
    summary: 'Serve the Model Context Protocol on stdin and stdout, for agents',
    description:
      'Offers the commands as tools until stdin ends. It only reads, unless writes are allowed: then each write is two calls, a plan and its confirmation.',
    examples: ['claude mcp add store -- tool mcp', 'tool mcp --sandbox --allow-writes'],
    flags: {'allow-writes': toggle({summary: 'Also offer the tools that write'})},
    effect: 'final',
    async run({'allow-writes': allowWrites}, context): Promise<void> {
      const {host} = context;
      if (host.terminal.stdinIsTty) {
        context.note('This speaks the Model Context Protocol, for agents; Ctrl+D ends it. See tool mcp --help.');
      }
      const {serve} = await import('../mcp/serve.ts');
      await serve(all(), {allowWrites}, context);
    },
    present: {formats: ['text'], text: () => []},
  });
}
