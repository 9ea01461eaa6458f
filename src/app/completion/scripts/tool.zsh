#compdef tool
# Completions of tool for zsh. In ~/.zshrc, after compinit:
#   source <(tool completion zsh)

_tool_answer() {
  if @INSTALLED@; then @COMMAND@ __complete "$1" 2>/dev/null
  else command tool __complete "$1" 2>/dev/null
  fi
}

_tool() {
  local kind value meaning
  local -a values lines
  {
    IFS= read -r kind
    while IFS=$'\t' read -r value meaning; do
      values+=("$value")
      lines+=("$value${meaning:+  -- $meaning}")
    done
  } < <(printf '%s\0' "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" | _tool_answer zsh)

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
