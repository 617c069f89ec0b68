/** The format of an option's value. */
export type OptionType = 'boolean' | 'integer' | 'amount' | 'choice' | 'hex' | 'address' | 'path' | 'text';

/** The meaning of an option and its valid values. */
export interface OptionDescription {
  type: OptionType;
  /** One phrase for people, without the period. */
  help: string;
  /** The smallest and the largest number that bitcoind uses unchanged; undefined for no bound. */
  min?: number;
  max?: number;
  /** The unit of a number. */
  unit?: string;
  choices?: readonly string[];
}

export type OptionDescriptions = Readonly<Record<string, OptionDescription>>;

type Bounds = Pick<OptionDescription, 'min' | 'max' | 'unit'>;

export const boolean = (help: string): OptionDescription => ({ type: 'boolean', help });
export const integer = (help: string, bounds: Bounds = { min: 0 }): OptionDescription => ({
  type: 'integer',
  help,
  ...bounds,
});
/** An amount in bitcoin with up to eight decimals. */
export const amount = (help: string, unit: 'BTC' | 'BTC/kvB'): OptionDescription => ({
  ...{ type: 'amount', help, min: 0, unit },
});
export const choice = (help: string, choices: readonly string[]): OptionDescription => ({
  ...{ type: 'choice', help, choices },
});
export const hex = (help: string): OptionDescription => ({ type: 'hex', help });
export const address = (help: string): OptionDescription => ({ type: 'address', help });
export const path = (help: string): OptionDescription => ({ type: 'path', help });
export const text = (help: string): OptionDescription => ({ type: 'text', help });
