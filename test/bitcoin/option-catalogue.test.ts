import { describe, expect, test } from 'vitest';
import { type ConfigOption, describedOption, optionCatalogue } from '../../src/bitcoin/option-catalogue.ts';
import { isTyped, readTyped } from '../../src/bitcoin/typed-overrides.ts';

const isWithin = ({ min, max }: ConfigOption, value: number) => value >= (min ?? value) && value <= (max ?? value);

/** Whether bitcoind's own default is a value of the option as it is described. */
function fitsDescription(option: ConfigOption): boolean {
  const { type, default: value, choices } = option;
  if (value === null) return true;
  if (type === 'boolean') return value === '0' || value === '1';
  if (type === 'integer') return /^-?\d+$/.test(value) && isWithin(option, Number(value));
  if (type === 'amount') return /^\d+(\.\d{1,8})?$/.test(value) && isWithin(option, Number(value));
  if (type === 'hex') return /^([0-9a-f]{2})+$/.test(value);
  return type !== 'choice' || (choices ?? []).includes(value);
}

describe.each(['27.0', '28.0', '28.1'])('the options of bitcoind %s', (version) => {
  const { options } = optionCatalogue(version);

  test('each has a description: a type, and one short sentence of help', () => {
    expect(options.filter(({ key }) => describedOption(key) === undefined).map(({ key }) => key)).toEqual([]);
    const faulty = options.filter(({ help }) => help.length < 10 || help.length > 130 || !/^[A-Z].*[^.]$/.test(help));
    expect(faulty.map(({ key }) => key)).toEqual([]);
    expect(options.length).toBeGreaterThan(170);
  });

  test('each default fits the type and the bounds', () => {
    expect(options.filter((option) => !fitsDescription(option)).map(({ key }) => key)).toEqual([]);
  });

  test('what is a choice has choices, and what is a path or runs a command belongs to the platform or is known', () => {
    const without = options.filter(({ type, choices }) => (type === 'choice') !== (choices !== undefined));
    expect(without.map(({ key }) => key)).toEqual([]);
    const paths = options.filter(({ type, platformReason }) => type === 'path' && platformReason === null);
    expect(paths.map(({ key }) => key)).toEqual([]);
  });

  test('the bounds are those that an override is refused by', () => {
    for (const { key, type, min, max, unit } of options.filter(({ key }) => isTyped(key) && key !== 'prune')) {
      if (type !== 'integer' || min === undefined || max === undefined) continue;
      expect(readTyped(key, String(min))).toEqual({ value: String(min) });
      expect(readTyped(key, String(max))).toEqual({ value: String(max) });
      expect(readTyped(key, String(max + 1))).toEqual({
        refused: expect.stringContaining(`from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}`),
      });
    }
  });
});

test('the versions differ where bitcoind does', () => {
  const defaultOf = (version: string, key: string) =>
    optionCatalogue(version).options.find((option) => option.key === key)?.default;
  expect([defaultOf('27.0', 'mempoolfullrbf'), defaultOf('28.1', 'mempoolfullrbf')]).toEqual(['0', '1']);
  expect([defaultOf('27.0', 'blocksxor'), defaultOf('28.1', 'blocksxor')]).toEqual([undefined, '1']);
  expect([defaultOf('27.0', 'maxtimeadjustment'), defaultOf('28.1', 'maxtimeadjustment')]).toEqual(['4200', undefined]);
  expect(optionCatalogue('99.0').version).toBe('28.1');
});
