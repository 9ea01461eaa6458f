# Completions of tool for fish. In ~/.config/fish/config.fish:
#   tool completion fish | source

function __tool_answer
    if @INSTALLED@
        @COMMAND@ __complete fish 2>/dev/null
    else
        command tool __complete fish 2>/dev/null
    end
end

function __tool_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\0' $words[2..-1] $current | __tool_answer)
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
