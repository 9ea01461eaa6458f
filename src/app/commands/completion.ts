import {quoted} from '../../services/model/quoted.ts';
import {defineCommand} from '../command.ts';
import {BASH} from '../completion/scripts/bash.ts';
import {FISH} from '../completion/scripts/fish.ts';
import {ZSH} from '../completion/scripts/zsh.ts';
import {usage} from '../usage.ts';

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
]);
const SHELLS = [...SCRIPTS.keys()];

export const completion = defineCommand({
  path: ['completion'],
  summary: 'Print a script that completes command lines in bash, zsh or fish',
  description: `Completes commands, flags, their values, names of profiles and recent apps, without keychain and network.
  bash   source <(tool completion bash)      in ~/.bashrc
  zsh    source <(tool completion zsh)       in ~/.zshrc, after compinit
  fish   tool completion fish | source       in ~/.config/fish/config.fish`,
  examples: ['source <(tool completion bash)', 'tool completion fish | source'],
  flags: {},
  positionals: [SHELLS.join('|')],
  positionalChoices: SHELLS,
  check(_, [shell]) {
    if (SCRIPTS.has(shell ?? '')) return;
    throw usage(
      shell === undefined
        ? `'tool completion' needs a shell: ${SHELLS.join(', ')}`
        : `${quoted(shell)} is not a shell that it knows: ${SHELLS.join(', ')}`,
    );
  },
  run: async (_, {positionals: [shell]}): Promise<string> => SCRIPTS.get(shell ?? '') ?? '',
  present: {formats: ['text'], text: (script) => script.trimEnd().split('\n')},
});
