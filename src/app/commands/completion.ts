import {shellWord} from '../../services/model/shell-word.ts';
import {lookup} from '../../services/model/values.ts';
import {defineCommand} from '../command.ts';
import bash from '../completion/scripts/tool.bash';
import fish from '../completion/scripts/tool.fish';
import zsh from '../completion/scripts/tool.zsh';
import {pick, usage} from '../flags/flags.ts';

/**
 * The scripts run `tool __complete SHELL` and write NUL-terminated words to stdin, because arguments would show up in
 * `ps`: the words after `tool` up to the cursor. fish sends the last word as it was typed. bash sends the line, and the
 * end of it that readline replaces. The first line of output is `word`, `open` (no space after it), `files` or
 * `directories`. Each other line is a value (quoted for bash), a tab and its description.
 */
export const COMPLETE = '__complete';

const SCRIPTS: Readonly<Record<string, string>> = {bash, zsh, fish};
const SHELLS = Object.keys(SCRIPTS);

/** Returns a script that calls the installation that printed it or, if that is no longer there, the `tool` on PATH. */
function scriptFor(shell: string, command: readonly string[]): string {
  const words = command.map((word) => shellWord(word));
  const [test, and] = shell === 'fish' ? ['test -e %', '; and '] : ['[ -e % ]', ' && '];
  const installed = words.map((word) => test.replace('%', () => word)).join(and);
  const script = lookup(SCRIPTS, shell) ?? '';
  return script.replace('@INSTALLED@', () => installed).replace('@COMMAND@', () => words.join(' '));
}

export const completion = defineCommand({
  path: ['completion'],
  summary: 'Print the completion script for bash, zsh or fish',
  description:
    'Completes commands, flags and their values, profile names and recent apps. It uses neither the keychain nor the network.',
  sections: [
    {
      title: 'Set up',
      rows: [
        ['~/.bashrc', 'source <(tool completion bash)'],
        ['~/.zshrc', 'source <(tool completion zsh), after compinit'],
        ['~/.config/fish/config.fish', 'tool completion fish | source'],
      ],
    },
  ],
  examples: ['source <(tool completion bash)', 'tool completion fish | source'],
  flags: {},
  effect: 'none',
  positionals: [SHELLS.join('|')],
  positionalChoices: SHELLS,
  check(_, [shell]) {
    if (shell === undefined) throw usage(`'tool completion' needs a shell: ${SHELLS.join(', ')}`);
    pick(SHELLS, shell);
  },
  run: async (_, {positionals: [shell = ''], host}): Promise<string> => scriptFor(pick(SHELLS, shell), host.command),
  present: {text: (script) => script.trimEnd().split('\n')},
});
