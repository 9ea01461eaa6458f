import {COMPLETE} from '../protocol.ts';

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
