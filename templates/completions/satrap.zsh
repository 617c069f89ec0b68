#compdef satrap
_satrap() {
  local line
  local -a found
  for line in "${(@f)$("$words[1]" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] || found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  if (( $#found )); then _describe satrap found; else _files; fi
}
if [[ $funcstack[1] = _satrap ]]; then _satrap "$@"; else compdef _satrap satrap; fi
