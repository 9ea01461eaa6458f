/**
 * The first word of the command lines that the shells' scripts run; no command of the table. The second is the shell.
 * Stdin holds the words behind `tool` up to the cursor, each ended by NUL; there they are in no list of processes. fish
 * gives the last one as typed; bash gives the line, and the end of it that readline replaces. The first line of the
 * answer is `word`, `open` (no blank behind it), `files` or `directories`; each other one is a value (for bash, as it has
 * to be typed), and behind a tab what it means.
 */
export const COMPLETE = '__complete';

/** @param tool runs this tool, as words of the shell: whatever `tool` the line names is not run by a Tab */
export const bashScript = (tool: string) => `# Completions of tool for bash 4 or later. In ~/.bashrc:
#   source <(tool completion bash)

_tool() {
  local kind value meaning
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value meaning; do COMPREPLY+=("$value"); done
  } < <(printf '%s\\0' "\${COMP_LINE:0:COMP_POINT}" "$2" | ${tool} ${COMPLETE} bash 2>/dev/null)

  case $kind in
    open) compopt -o nospace ;;
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
}

complete -o nosort -F _tool tool 2>/dev/null || complete -F _tool tool
`;

/** @param tool as for bash */
export const fishScript = (tool: string) => `# Completions of tool for fish. In ~/.config/fish/config.fish:
#   tool completion fish | source

function __tool_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\\0' $words[2..-1] $current | ${tool} ${COMPLETE} fish 2>/dev/null)
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

/**
 * Works as a file `_tool` in a folder of `fpath`, and with `source` once `compinit` has run.
 * @param tool as for bash
 */
export const zshScript = (tool: string) => `#compdef tool
# Completions of tool for zsh. In ~/.zshrc, after compinit:
#   source <(tool completion zsh)

_tool() {
  local kind value meaning
  local -a values lines
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value meaning; do
      values+=("$value")
      lines+=("$value\${meaning:+  -- $meaning}")
    done
  } < <(printf '%s\\0' "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" | ${tool} ${COMPLETE} zsh 2>/dev/null)

  local -a options=(-V tool -l -d lines -M 'm:{a-zA-Z}={A-Za-z}')
  case $kind in
    files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
    directories) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ ;;
    open) compadd $options -S '' -a values ;;
    *) compadd $options -a values ;;
  esac
}

if [[ $funcstack[1] == _tool ]]; then _tool "$@"; else compdef _tool tool; fi
`;
