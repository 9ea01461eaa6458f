import {quoted} from '../../services/model/clean.ts';
import {shellWord} from '../../services/model/shell-word.ts';
import {defineCommand} from '../command.ts';
import {usage} from '../flags/flags.ts';

/**
 * The scripts run `tool __complete SHELL`. Stdin has the words after `tool` up to the cursor, NUL-terminated (arguments
 * would show up in `ps`): from fish the last one as typed; from bash the line, and the end of it that readline replaces.
 * The first line of output is `word`, `open` (no blank after it), `files` or `directories`; each other line is a value
 * (quoted for bash), a tab and its description.
 */
export const COMPLETE = '__complete';

/**
 * The installation that printed the script answers Tab. If Node has moved since, the `tool` on PATH answers.
 * @param words quoted
 */
const posixCommand = (words: readonly string[]) => `_tool_answer() {
  if ${words.map((word) => `[ -e ${word} ]`).join(' && ')}; then ${words.join(' ')} ${COMPLETE} "$1" 2>/dev/null
  else command tool ${COMPLETE} "$1" 2>/dev/null
  fi
}`;

const fishCommand = (words: readonly string[]) => `function __tool_answer
    if ${words.map((word) => `test -e ${word}`).join('; and ')}
        ${words.join(' ')} ${COMPLETE} fish 2>/dev/null
    else
        command tool ${COMPLETE} fish 2>/dev/null
    end
end`;

const bashScript = (words: readonly string[]) => `# Completions of tool for bash 4 or later. In ~/.bashrc:
#   source <(tool completion bash)

${posixCommand(words)}

_tool() {
  local kind value meaning
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value meaning; do COMPREPLY+=("$value"); done
  } < <(printf '%s\\0' "\${COMP_LINE:0:COMP_POINT}" "$2" | _tool_answer bash)

  case $kind in
    open) compopt -o nospace ;;
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
}

complete -o nosort -F _tool tool 2>/dev/null || complete -F _tool tool
`;

const fishScript = (words: readonly string[]) => `# Completions of tool for fish. In ~/.config/fish/config.fish:
#   tool completion fish | source

${fishCommand(words)}

function __tool_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\\0' $words[2..-1] $current | __tool_answer)
    set -l prefix (string match -r -- '^--[^=]+=' $current)
    set -l path (string replace -r -- '^--[^=]+=' '' $current)
    switch "$answer[1]"
        case files
            for one in (__fish_complete_path $path)
                echo -- "$prefix$one"
            end
        case directories
            for one in (__fish_complete_directories $path)
                echo -- "$prefix$one"
            end
        case '*'
            for one in $answer[2..-1]
                echo -- $one
            end
    end
end

complete -c tool -f -k -a '(__tool_complete)'
`;

/** Works as a file `_tool` in `fpath`, and with `source` after `compinit`. */
const zshScript = (words: readonly string[]) => `#compdef tool
# Completions of tool for zsh. In ~/.zshrc, after compinit:
#   source <(tool completion zsh)

${posixCommand(words)}

_tool() {
  local kind value meaning
  local -a values lines
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value meaning; do
      values+=("$value")
      lines+=("$value\${meaning:+  -- $meaning}")
    done
  } < <(printf '%s\\0' "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" | _tool_answer zsh)

  local -a options=(-V tool -l -d lines -M 'm:{a-zA-Z}={A-Za-z}')
  case $kind in
    files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
    directories) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ ;;
    open) compadd $options -S '' -a values ;;
    *) compadd $options -a values ;;
  esac
}

if [[ $funcstack[1] == _tool ]]; then _tool "$@"
elif (( $+functions[compdef] )); then compdef _tool tool
else print -u2 'tool: completions need compinit first: autoload -U compinit; compinit'
fi
`;

const SCRIPTS: ReadonlyMap<string, (words: readonly string[]) => string> = new Map([
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
    const known = SHELLS.join(', ');
    if (shell === undefined) throw usage(`'tool completion' needs a shell: ${known}`);
    throw usage(`Unsupported shell ${quoted(shell)}: use ${known}`);
  },
  run: async (_, {positionals: [shell], host}): Promise<string> =>
    SCRIPTS.get(shell ?? '')?.(host.command.map((word) => shellWord(word))) ?? '',
  present: {text: (script) => script.trimEnd().split('\n')},
});
