import {COMPLETE} from '../protocol.ts';

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
