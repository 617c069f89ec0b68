export type OptionType = 'boolean' | 'integer' | 'amount' | 'choice' | 'hex' | 'address' | 'path' | 'text';

/** The meaning of an option and its valid values. */
export interface OptionDescription {
  type: OptionType;
  /** One phrase for people, without the period. */
  help: string;
  /** The smallest and the largest number that bitcoind uses unchanged; undefined for no bound. */
  min?: number;
  max?: number;
  unit?: string;
  choices?: readonly string[];
}

export type OptionDescriptions = Readonly<Record<string, OptionDescription>>;

/** The smallest number is 0 unless stated. */
type Bounds = Pick<OptionDescription, 'min' | 'max'>;

const described =
  (type: OptionType) =>
  (help: string): OptionDescription => ({ type, help });

export const boolean = described('boolean');
export const hex = described('hex');
export const address = described('address');
export const path = described('path');
export const text = described('text');
export const integer = (help: string, bounds?: Bounds): OptionDescription => ({
  type: 'integer',
  help,
  min: 0,
  ...bounds,
});
/** An integer with a unit. */
export const quantity = (help: string, unit: string, bounds?: Bounds): OptionDescription => ({
  ...integer(help, bounds),
  unit,
});
/** An amount in bitcoin with up to eight decimals. */
export const amount = (help: string, unit: 'BTC' | 'BTC/kvB'): OptionDescription => ({
  type: 'amount',
  help,
  min: 0,
  unit,
});
export const choice = (help: string, choices: readonly string[]): OptionDescription => ({
  type: 'choice',
  help,
  choices,
});
