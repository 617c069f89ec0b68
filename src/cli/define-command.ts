import type { Command } from 'commander';
import type { Options, OptionValues } from './options.ts';

type ArgumentOf<Word extends string> = Word extends `${string}...${string}`
  ? string[]
  : Word extends `[${string}`
    ? string | undefined
    : string;
/** The arguments in a usage such as `show <node> [text]`. */
export type Arguments<Usage extends string> = Usage extends `${string} ${infer Rest}`
  ? [ArgumentOf<Rest extends `${infer First} ${string}` ? First : Rest>, ...Arguments<Rest>]
  : [];

/** What a command does, given its options and arguments. */
export type Action<Given extends Options, Words extends unknown[], More = object> = (
  options: More & OptionValues<Given>,
  ...words: Words
) => unknown;

/** Adds options and an action to a command. */
export function withAction<const Given extends Options, More = object>(
  command: Command,
  given: Given,
  action: Action<Given, never[], More>,
): Command {
  for (const each of given) command.addOption(each);
  // Commander calls an action with the arguments, the options and the command.
  return command.action(async (...all: unknown[]) => {
    await action(all.at(-2) as never, ...(all.slice(0, -2) as never[]));
  });
}

/** Adds a command. `usage`: its name and arguments, such as `show <node>`. */
export const defineCommand = <const Usage extends string, const Given extends Options>(
  group: Command,
  usage: Usage,
  description: string,
  given: Given,
  action: Action<Given, Arguments<Usage>>,
): Command => withAction(group.command(usage).description(description), given, action as never);

/** Describes a command's arguments in its help. */
export function describeArguments(command: Command, descriptions: Readonly<Record<string, string>>): Command {
  for (const argument of command.registeredArguments) argument.description = descriptions[argument.name()] ?? '';
  return command;
}
