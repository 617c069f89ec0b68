export type OptionType = 'boolean' | 'integer' | 'amount' | 'choice' | 'hex' | 'address' | 'path' | 'text';

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
  (type: OptionType, facts?: Omit<OptionDescription, 'type' | 'help'>) =>
  (help: string, bounds?: Bounds): OptionDescription => ({ type, help, ...facts, ...bounds });

export const boolean = described('boolean');
export const hex = described('hex');
export const address = described('address');
export const path = described('path');
export const text = described('text');
export const integer = described('integer', { min: 0 });
export const quantity = (help: string, unit: string, bounds?: Bounds) => ({ ...integer(help, bounds), unit });
/** An amount in bitcoin with up to eight decimals. */
export const amount = (help: string, unit: 'BTC' | 'BTC/kvB') => described('amount', { min: 0, unit })(help);
export const choice = (help: string, choices: readonly string[]) => described('choice', { choices })(help);
