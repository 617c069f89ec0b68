import { type Command, InvalidArgumentError, Option } from 'commander';
import { maxPageSize } from '../contract/limits.ts';

/** An option that knows the name and type of its value. */
export interface TypedOption<Name extends string, Value> extends Option {
  readonly valueName: Name;
  readonly value: Value;
}
export type Options = readonly TypedOption<string, unknown>[];

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
export function option<Flags extends string, Value, Initial extends Value | undefined = undefined>(
  flags: Flags,
  description: string,
  parse: (text: string, previous: never) => Value,
  initial?: Initial,
): Typed<Flags, Value | Initial>;
export function option(
  flags: string,
  description: string,
  parse?: (text: string, previous: never) => unknown,
  initial?: unknown,
) {
  const made = new Option(flags, description).default(initial);
  return parse === undefined ? made : made.argParser(parse as (text: string) => unknown);
}

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

/** The bare option, or one with the fields to print, separated by commas. */
export const jsonOption = option('--json [fields]', 'print JSON; --json=FIELD,FIELD prints only these fields', (text) =>
  text.split(',').filter(Boolean),
).preset('') as Typed<'--json', readonly string[] | undefined>;

export const waitOption = option('--wait', 'wait until it is complete, and show the progress on standard error');
export const yesOption = option('--yes', 'do not ask for confirmation');
export const watchOption = option('--watch', 'print the list again when it changes');
export const dryRunOption = option('--dry-run', 'show the effect without changing anything');
export const hostOption = option('--host <name>', 'only on this host');

export interface KeyValue {
  key: string;
  value: string;
}

/** Parses a number. Throws InvalidArgumentError, as do the functions below. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };

/** Sizes are binary, as in Kubernetes. */
const unitMiB: Readonly<Record<string, number>> = { mi: 1, gi: 1024, ti: 1024 ** 2 };

/** Parses a size such as 4GiB into MiB or GiB, rounded up. A bare number is in that unit. */
export const size = (unit: 'MiB' | 'GiB') => (text: string) => {
  const [, amount, prefix] = /^(\d+(?:\.\d+)?) ?([MGT]i)B?$/i.exec(text) ?? [];
  if (amount === undefined || prefix === undefined) {
    if (/^[-.\d]+$/.test(text)) return number(text);
    throw new InvalidArgumentError(`It must be a size such as 512MiB, 4GiB or 1.2TiB, or a number of ${unit}.`);
  }
  const mebibytes = Number(amount) * (unitMiB[prefix.toLowerCase()] ?? 0);
  return Math.ceil(unit === 'MiB' ? mebibytes : mebibytes / 1024);
};

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses an instant, such as 2026-01-31T12:00:00Z, or an age, such as 90s, 10m, 2h or 1d. Returns an ISO time. */
export function instant(text: string): string {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = amount === undefined ? Date.parse(text) : Date.now() - Number(amount) * (unitSeconds[unit] ?? 0) * 1000;
  if (!Number.isFinite(ms)) throw new InvalidArgumentError('It must be an instant, or an age such as 10m or 2h.');
  return new Date(ms).toISOString();
}

/** Parses a duration, such as 90m, 12h or 30d, into seconds. */
export function duration(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be a duration such as 90m, 12h or 30d.');
  return Number(amount) * (unitSeconds[unit] ?? 0);
}

export const collect = (text: string, previous: readonly string[]): string[] => [...previous, text];

/** Collects the pairs of a repeatable option. The value starts after the first «=». */
export function collectKeyValue(text: string, previous: readonly KeyValue[]): KeyValue[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...previous, { key: text.slice(0, at), value: text.slice(at + 1) }];
}

export const sinceOption = option('--since <time>', 'start time: an instant, or an age such as 10m, 2h or 3d', instant);
export const untilOption = option('--until <time>', 'end time: an instant or an age', instant);

export const searchOption = option('--search <text>', 'only with this part of a text or name, regardless of case');

export const lastOption = (what: string, initial: number, most = maxPageSize) =>
  option('--last <count>', `number of ${what}, 1 to ${most}`, wholeNumber(1, most), initial);

/** Repeatable options without values are empty lists. */
export const listOption = <Flags extends string>(flags: Flags, description: string) =>
  option(flags, description, collect, [] as string[]);
export const pairsOption = <Flags extends string>(flags: Flags, description: string) =>
  option(flags, description, collectKeyValue, [] as KeyValue[]);

export const labelOption = (description: string) =>
  pairsOption('-l, --label <key=value>', `${description}; may be repeated`);

export const hostLabelOption = pairsOption(
  '--host-label <key=value>',
  'only on a host with this label; may be repeated',
);

/** Collects changes of labels: `KEY=VALUE` sets one, and `KEY-` removes it. */
export const labelChangesOption = option(
  '-l, --label <change>',
  'KEY=VALUE sets a label, KEY- removes it; may be repeated',
  collectChange,
  [] as Change[],
);
/** A null value removes what the key names. */
export interface Change {
  key: string;
  value: string | null;
}

/** Collects `KEY=VALUE` and `KEY-`. */
export function collectChange(text: string, previous: readonly Change[]): Change[] {
  if (text.endsWith('-') && !text.includes('=')) return [...previous, { key: text.slice(0, -1), value: null }];
  return collectKeyValue(text, previous as KeyValue[]);
}

export const walletOption = listOption('--wallet <name>', 'wallet to delete with the chain data; may be repeated');

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

const aliases: Readonly<Record<string, string>> = { list: 'ls', show: 'get' };

/** Adds a command with the aliases of its verb. `usage`: its name and arguments, such as `show <node>`. */
export function subcommand(group: Command, usage: string, description: string): Command {
  const command = group.command(usage).description(description);
  const alias = aliases[command.name()];
  return alias === undefined ? command : command.alias(alias);
}

/** Adds a command, once its `action` is set. `usage`: its name and arguments, such as `show <node>`. */
export const defineCommand = <const Usage extends string, const Given extends Options = []>(
  group: Command,
  usage: Usage,
  description: string,
  given = [] as unknown as Given,
) => ({
  action: (action: Action<Given, Arguments<Usage>>): Command =>
    withAction(subcommand(group, usage, description), given, action as never),
});

export function describeArguments(command: Command, descriptions: Readonly<Record<string, string>>): Command {
  for (const argument of command.registeredArguments) argument.description = descriptions[argument.name()] ?? '';
  return command;
}
