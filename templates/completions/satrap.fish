# fish completion of satrap
function __satrap_complete
  set -l words (commandline -opc)
  set -l last (commandline -ct)
  set -g __satrap_found ($words[1] complete -- $words[2..] "$last" 2>/dev/null)
  test -n "$__satrap_found"
end
complete -c satrap -n __satrap_complete -f -a '$__satrap_found'
