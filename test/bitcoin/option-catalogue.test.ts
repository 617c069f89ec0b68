import { describe, expect, test } from 'vitest';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import {
  type ConfigOption,
  catalogueNote,
  describedOption,
  optionCatalogue,
} from '../../src/bitcoin/option-catalogue.ts';
import { isTyped, readTyped } from '../../src/bitcoin/typed-overrides.ts';
import { helpOfVersions } from './help-of-versions.ts';
import { wish } from './node-wish.ts';

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

describe.each([
  ['27.0', helpOfVersions['27.0']],
  ['28.0', helpOfVersions['28.0']],
  // Both list the same.
  ['28.1', helpOfVersions['28.0']],
])('the help of bitcoind %s', (version, help = '') => {
  const { options, isRepeatable } = optionCatalogue(version);
  const listed = help
    .trim()
    .split(/\s+/)
    .map((entry) => ({
      key: entry.replace(/[+~]+$/, ''),
      repeatable: /\+/.test(entry),
      advanced: entry.endsWith('~'),
    }));

  test('lists no option that the catalogue has no type for', () => {
    const types = new Map(options.map(({ key, type }) => [key, type]));
    expect(listed.filter(({ key }) => types.get(key) === undefined)).toEqual([]);
    expect(listed.length).toBeGreaterThan(170);
  });

  test('lists all that the catalogue has, but for what only released builds know and what the help of a version hides', () => {
    const keys = new Set(listed.map(({ key }) => key));
    const others = options.filter(({ key }) => !keys.has(key)).map(({ key }) => key);
    expect(others).toEqual(['dblogsize', 'flushwallet', 'privdb', 'reindex-chainstate']);
  });

  test('says of each option as the catalogue does whether it may be repeated, and whether it is for debugging only', () => {
    const advanced = new Set(options.filter((option) => option.advanced).map(({ key }) => key));
    const faulty = listed.filter(
      (entry) => (entry.repeatable && !isRepeatable(entry.key)) || entry.advanced !== advanced.has(entry.key),
    );
    expect(faulty).toEqual([]);
  });
});

test.each([
  ['27.0', null],
  ['28.1', null],
  ['28.9', null],
  ['29.2', 'judged by the options of bitcoind 28.1, the newest that is known here; 29.2 may differ'],
  ['custom', null],
])('of version %s it is noted: %s', (version, note) => {
  expect(catalogueNote(version)).toBe(note);
});

test('the overrides of a newer version carry the note, and an unknown key is not called ignored', () => {
  const config = wish({
    clientVersion: '30.1',
    overrides: [
      { key: 'maxconnections', value: '9' },
      { key: 'newkey', value: '1' },
    ],
  });
  const notes = Object.fromEntries(effectiveConfig(config).map(({ key, note }) => [key, note]));
  expect(notes['maxconnections']).toContain('judged by the options of bitcoind 28.1');
  expect(notes['newkey']).toMatch(/^bitcoind 28\.1 does not know this key.*30\.1 may differ/);
});

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
