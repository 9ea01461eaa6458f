import {quoted} from '../../services/model/clean.ts';
import {shellWord} from '../../services/model/shell-word.ts';
import {defineCommand} from '../command.ts';
import {bashScript, fishScript, zshScript} from '../completion/scripts.ts';
import {usage} from '../flags/flags.ts';

const SCRIPTS: ReadonlyMap<string, (tool: string) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);
const SHELLS = [...SCRIPTS.keys()];

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
    if (SCRIPTS.has(shell ?? '')) return;
    throw usage(
      shell === undefined
        ? `'tool completion' needs a shell: ${SHELLS.join(', ')}`
        : `Unsupported shell ${quoted(shell)}: use ${SHELLS.join(', ')}`,
    );
  },
  run: async (_, {positionals: [shell], host}): Promise<string> =>
    SCRIPTS.get(shell ?? '')?.(host.command.map((word) => shellWord(word)).join(' ')) ?? '',
  present: {formats: ['text'], text: (script) => script.trimEnd().split('\n')},
});
