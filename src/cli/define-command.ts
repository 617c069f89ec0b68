import { type Command, Option } from 'commander';

/** An option that knows the name and type of its value. */
export interface TypedOption<Name extends string, Value> extends Option {
  readonly valueName: Name;
  readonly value: Value;
}
export type Options = readonly TypedOption<string, unknown>[];

/** The values of options by name. */
export type OptionValues<Given extends Options> = { [Each in Given[number] as Each['valueName']]: Each['value'] };

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
/** Such as `removeData` of `--remove-data <name>`. */
type NameOf<Flags extends string> = Flags extends `${string}--${infer Long} ${string}`
  ? CamelCase<Long>
  : Flags extends `${string}--${infer Long}`
    ? CamelCase<Long>
    : never;
type Typed<Flags extends string, Value> = TypedOption<NameOf<Flags>, Value>;

/** Returns an option: a switch, or one with a value, which is undefined without a default. */
export function option<Flags extends string>(
  flags: Flags,
  description: string,
): Typed<Flags, (Flags extends `${string}<${string}` ? string : boolean) | undefined>;
export function option<Flags extends string, Value>(
  flags: Flags,
  description: string,
  parse: (text: string, previous: never) => Value,
): Typed<Flags, Value | undefined>;
export function option<Flags extends string, Value>(
  flags: Flags,
  description: string,
  parse: ((text: string, previous: never) => Value) | undefined,
  initial: Value,
): Typed<Flags, Value>;
export function option(
  flags: string,
  description: string,
  parse?: (text: string, previous: never) => unknown,
  initial?: unknown,
) {
  const made = new Option(flags, description).default(initial);
  return parse === undefined ? made : made.argParser(parse as (text: string) => unknown);
}

/** Returns an option that takes one of some words. */
export const choiceOption = <Flags extends string, const Word extends string>(
  flags: Flags,
  description: string,
  words: readonly Word[],
) => new Option(flags, description).choices(words) as Typed<Flags, Word | undefined>;

/** Returns an option that must be given. `words`: the allowed values, if not all. */
export const requiredOption = <Flags extends string, const Word extends string = string>(
  flags: Flags,
  description: string,
  words?: readonly Word[],
) => {
  const made = new Option(flags, description).makeOptionMandatory();
  return (words === undefined ? made : made.choices(words)) as Typed<Flags, Word>;
};

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
