import type { Argument, Command, Option } from 'commander';

/** A word that can stand at the cursor. */
export interface Candidate {
  word: string;
  description: string;
}

/** The place of the last word in the command line. */
export interface Place {
  /** Words that the program itself defines: commands, options and choices. */
  known: readonly Candidate[];
  /** The word of the argument or option value that stands here, such as `nodes`. */
  value: string | undefined;
  /** Values of the options before it, by their names. */
  options: Readonly<Record<string, string>>;
}

/** Finds the place of the last word below a program. */
export function placeOf(program: Command, words: readonly string[]): Place {
  let command = program;
  let operands = 0;
  let awaiting: Option | undefined;
  const options: Record<string, string> = {};
  for (const word of words.slice(0, -1)) {
    if (awaiting !== undefined) {
      options[awaiting.attributeName()] = word;
      awaiting = undefined;
    } else if (word.startsWith('-')) awaiting = optionWithValue(command, word);
    else {
      const child = operands > 0 ? undefined : childOf(command, word);
      if (child === undefined) operands++;
      else command = child;
    }
  }
  if (awaiting !== undefined) return { ...valuesOf(awaiting), options };
  if (words.at(-1)?.startsWith('-')) return { known: optionsOf(command), value: undefined, options };
  const argument = argumentAt(command, operands);
  const known = operands > 0 ? [] : childrenOf(command);
  const choices = (argument?.argChoices ?? []).map((word) => ({ word, description: '' }));
  return { known: [...known, ...choices], value: argument?.name(), options };
}

const childOf = (command: Command, word: string): Command | undefined =>
  command.commands.find((child) => child.name() === word || child.aliases().includes(word));

/** Returns the option of a word such as `--host`, if its value is the next word. */
const optionWithValue = (command: Command, word: string): Option | undefined =>
  command.options.find((option) => option.required && [option.long, option.short].includes(word));

function valuesOf(option: Option): Pick<Place, 'known' | 'value'> {
  const name = /<(.*)>/.exec(option.flags)?.[1];
  return {
    known: (option.argChoices ?? []).map((word) => ({ word, description: '' })),
    // As in `--host <name>`.
    value: name === 'name' ? option.attributeName() : name,
  };
}

function argumentAt(command: Command, index: number): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[index] ?? (last?.variadic ? last : undefined);
}

function childrenOf(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  const children = command.commands.filter((child) => visible.includes(child));
  return children.map((child) => ({ word: child.name(), description: child.description() }));
}

const optionsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
