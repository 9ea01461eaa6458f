# Completions of tool for bash 4 or later. In ~/.bashrc:
#   source <(tool completion bash)

_tool_answer() {
  if @INSTALLED@; then @COMMAND@ __complete "$1" 2>/dev/null
  else command tool __complete "$1" 2>/dev/null
  fi
}

_tool() {
  local kind value meaning
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\t' read -r value meaning; do COMPREPLY+=("$value"); done
  } < <(printf '%s\0' "${COMP_LINE:0:COMP_POINT}" "$2" | _tool_answer bash)

  case $kind in
    open) compopt -o nospace ;;
    directories) compopt -o dirnames ;;
  esac
}

complete -o default -o nosort -F _tool tool 2>/dev/null || complete -o default -F _tool tool
