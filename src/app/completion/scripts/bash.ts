import {COMPLETE} from '../protocol.ts';

/**
 * bash takes words apart at `=`, `:` and `@` and replaces only the last piece. The script puts them together again from
 * the line itself, and gives back what is behind the pieces that bash leaves alone; an `@` it replaces with the last one.
 * Negative subscripts, with which the last word would be easier to name, came with bash 4.3.
 */
export const BASH = `# Completions of tool for bash 4 or later. In ~/.bashrc:
#   source <(tool completion bash)

_tool() {
  local line=\${COMP_LINE:0:COMP_POINT} piece gap i
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=\${line%%[![:space:]]*}
    line=\${line:\${#gap}}
    piece=\${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$line
    line=\${line:\${#piece}}
    if [[ -n $gap || i -eq 0 ]]; then words+=("$piece"); else words[\${#words[@]}-1]+=$piece; fi
  done
  local current=\${words[\${#words[@]}-1]} kept
  [[ $piece == [=:] ]] && piece=
  kept=$((\${#current} - \${#piece}))
  ((kept == 0)) || [[ \${current:kept-1:1} != @ ]] || ((kept--))

  local kind value meaning
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value meaning; do
      value=\${value:kept}
      [[ $current == [\\"\\']* || $value != *[!A-Za-z0-9_.,:/@%+=-]* ]] || printf -v value %q "$value"
      COMPREPLY+=("$value")
    done
  } < <(printf '%s\\0' "\${words[@]:1}" | "\${words[0]/#\\~/$HOME}" ${COMPLETE} bash 2>/dev/null)

  case $kind in
    open) compopt -o nospace ;;
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
}

complete -o nosort -F _tool tool 2>/dev/null || complete -F _tool tool
`;
