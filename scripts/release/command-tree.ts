import type { Command, Help } from 'commander';
import { examples } from '../../src/cli/examples.ts';
import { type LazyCommand, makeProgram } from '../../src/cli/program.ts';

/** A command as documentation needs it. */
export interface CommandPage {
  /** Such as `satrap nodes list`. */
  words: string;
  description: string;
  usage: string;
  options: { flags: string; names: string[]; description: string }[];
  commands: CommandPage[];
  examples: readonly string[];
}

/** Reads all commands of a program from Commander. */
export async function commandTree(commands: readonly LazyCommand[]): Promise<CommandPage> {
  return pageOf(await makeProgram(commands, () => true), '');
}

function pageOf(command: Command, parent: string): CommandPage {
  const words = `${parent} ${command.name()}`.trim();
  const help = command.createHelp();
  return {
    words,
    description: command.description(),
    usage: command.usage(),
    examples: examples[words.replace('satrap ', '')] ?? [],
    options: help.visibleOptions(command).map((option) => ({
      flags: option.flags,
      names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
      description: help.optionDescription(option),
    })),
    commands: shown(help, command).map((child) => pageOf(child, words)),
  };
}

/** Omits hidden commands and `help`. */
const shown = (help: Help, command: Command): readonly Command[] => {
  const visible = help.visibleCommands(command);
  return command.commands.filter((child) => visible.includes(child));
};

/** A command and all commands below it. */
export const flatten = (page: CommandPage): CommandPage[] => [page, ...page.commands.flatMap(flatten)];
