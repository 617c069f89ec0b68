import { InvalidArgumentError } from 'commander';

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

/** Returns a parser of whole numbers within bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };

/** Collects the values of an option that may be repeated. */
export const collect = (text: string, previous: readonly string[]): string[] => [...previous, text];

/** Collects the pairs of an option that may be repeated. The value begins after the first «=». */
export function collectKeyValue(text: string, previous: readonly KeyValue[]): KeyValue[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...previous, { key: text.slice(0, at), value: text.slice(at + 1) }];
}
