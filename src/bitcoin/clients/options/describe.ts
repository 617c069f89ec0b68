/** What a value of an option looks like. */
export type OptionType = 'boolean' | 'integer' | 'amount' | 'choice' | 'hex' | 'address' | 'path' | 'text';

/** What an option means, and which values it takes. */
export interface OptionDescription {
  type: OptionType;
  /** One sentence for people, without the period. */
  help: string;
  /** The smallest and the largest number that bitcoind uses as it is; undefined where there is no bound. */
  min?: number;
  max?: number;
  /** What a number counts. */
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
/** A number of bitcoins, with up to eight decimals. */
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
