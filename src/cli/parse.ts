import { InvalidArgumentError } from 'commander';
import { maxPageSize } from '../contract/limits.ts';
import { option } from './define-command.ts';

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

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses an instant, such as 2026-01-31T12:00:00Z, or an age, such as 90s, 10m, 2h or 1d. Returns an ISO time. */
export function instant(text: string): string {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = amount === undefined ? Date.parse(text) : Date.now() - Number(amount) * (unitSeconds[unit] ?? 0) * 1000;
  if (!Number.isFinite(ms)) throw new InvalidArgumentError('It must be an instant, or an age such as 10m or 2h.');
  return new Date(ms).toISOString();
}

/** Collects the values of a repeatable option. */
export const collect = (text: string, previous: readonly string[]): string[] => [...previous, text];

/** Collects the pairs of a repeatable option. The value starts after the first «=». */
export function collectKeyValue(text: string, previous: readonly KeyValue[]): KeyValue[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...previous, { key: text.slice(0, at), value: text.slice(at + 1) }];
}

/** The option that limits a list. */
export const lastOption = (what: string, initial: number) =>
  option('--last <count>', `number of ${what}, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), initial);

/** Repeatable options without values are empty lists. */
export const listOption = <Flags extends string>(flags: Flags, description: string) =>
  option(flags, description, collect, [] as string[]);
export const pairsOption = <Flags extends string>(flags: Flags, description: string) =>
  option(flags, description, collectKeyValue, [] as KeyValue[]);
