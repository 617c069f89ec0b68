import { type CommandPage, flatten } from './command-tree.ts';

/** The words that may follow a command. */
const wordsAfter = ({ commands, options }: CommandPage): string[] => [
  ...commands.map(({ words }) => words.slice(words.lastIndexOf(' ') + 1)),
  ...options.flatMap(({ names }) => names.filter((name) => name.startsWith('--'))),
];

/** Returns the bash completion. */
export function bashCompletion(program: CommandPage): string {
  const cases = flatten(program).map((page) => `    '${page.words}') words='${wordsAfter(page).join(' ')}' ;;`);
  return `# bash completion of satrap
_satrap() {
  local command=satrap word words index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in -*) continue ;; esac
    _satrap_words "$command $word" && command="$command $word"
  done
  _satrap_words "$command"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
# Sets words to what may follow a command; fails where there is no such command.
_satrap_words() {
  case $1 in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
complete -o default -F _satrap satrap
`;
}

/** Returns the zsh completion, which wraps the bash completion. */
export const zshCompletion = (program: CommandPage): string =>
  `#compdef satrap\nautoload -U +X bashcompinit && bashcompinit\n${bashCompletion(program)}`;

/** Returns the fish completion. */
export function fishCompletion(program: CommandPage): string {
  const lines = flatten(program).flatMap((page) => {
    const place = `-n '__satrap_at "${page.words}"'`;
    const commands = page.commands.map(
      ({ words, description }) =>
        `complete -c satrap ${place} -f -a ${words.slice(words.lastIndexOf(' ') + 1)} -d ${quoted(description)}`,
    );
    const options = page.options.flatMap(({ names, description }) =>
      names
        .filter((name) => name.startsWith('--'))
        .map((name) => `complete -c satrap ${place} -l ${name.slice(2)} -d ${quoted(description)}`),
    );
    return [...commands, ...options];
  });
  return `# fish completion of satrap
function __satrap_at
  set -l words (string match -v -- '-*' (commandline -opc))
  test "$words" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
