import {type Command, defineCommand, GROUPS, NOT_UNDONE} from '../command.ts';
import {readLine} from '../command-line/argv.ts';
import {unexpected, wrongWord} from '../command-line/read-command.ts';
import {toggle} from '../flags/flags.ts';
import {type Described, schemaDocument, withinPath} from '../present/schema.ts';

export function schemaCommand(all: () => readonly Command[]) {
  return defineCommand({
    path: ['schema'],
    summary: 'Describe the commands as JSON, for programs and agents',
    description:
      'Prints flags, effects, exit codes, variables, and the JSON Schema of what each command prints, for all commands, a\n' +
      "group or one command. 'tool help COMMAND --output json' prints the same.",
    examples: [
      'tool schema versions submit',
      'tool schema | jq -r \'.commands[] | select(.effect == "final") | .path\'',
    ],
    flags: {},
    effect: 'none',
    positionals: ['[GROUP]', '[COMMAND]'],
    positionalChoices: Object.keys(GROUPS),
    check: (_, words) => void pathOf(words, all()),
    run: async (_, {positionals, host}): Promise<Described> => {
      return {version: host.version, commands: all(), path: pathOf(positionals, all())};
    },
    present: {
      json: schemaDocument,
      table: ({commands, path}) => ({
        columns: ['Command', 'Effect', 'Summary'],
        rows: withinPath(commands, path).map((one) => [one.path.join(' '), one.effect, one.summary]),
      }),
    },
  });
}

function pathOf(words: readonly string[], commands: readonly Command[]): readonly string[] {
  const line = readLine(['--', ...words], commands);
  const wrong = wrongWord(line, commands);
  if (wrong) throw wrong.error;
  if (line.asksHelp || line.rest.length > 0) throw unexpected(words, ['schema', ...line.path]);
  return line.path;
}

export function mcpCommand(all: () => readonly Command[]) {
  return defineCommand({
    path: ['mcp'],
    summary: 'Serve the Model Context Protocol on stdin and stdout, for agents',
    description:
      'Serves the commands as tools until stdin ends. Without --allow-writes it only reads. With it, each write takes two calls, a plan and its confirmation; only phased_release_pause takes one.',
    examples: ['claude mcp add store -- tool mcp', 'tool mcp --sandbox --allow-writes'],
    flags: {'allow-writes': toggle({summary: 'Also offer the tools that make changes'})},
    effect: 'final',
    agents: 'withheld',
    undo: NOT_UNDONE,
    async run({allowWrites}, context): Promise<void> {
      const {host} = context;
      if (host.terminal.stdinIsTty) {
        context.note('This speaks the Model Context Protocol, for agents; Ctrl+D ends it. See tool mcp --help.');
      }
      const {serve} = await import('../mcp/serve.ts');
      await serve(all(), {allowWrites}, context);
    },
    present: {text: () => []},
  });
}
