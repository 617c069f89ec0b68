import { describe, expect, test } from 'vitest';
import {
  type ConfigOption,
  catalogueNote,
  describedOption,
  knowsNetwork,
  optionCatalogue,
} from '../../../src/bitcoin/clients/catalogue.ts';
import type { Client, ClientVersion } from '../../../src/bitcoin/clients/registry.ts';
import { daemonArguments } from '../../../src/bitcoin/daemon-arguments.ts';
import { effectiveConfig } from '../../../src/bitcoin/effective-config.ts';
import { isTyped, readTyped } from '../../../src/bitcoin/typed-overrides.ts';
import { override } from '../config.ts';
import { wish } from '../node-wish.ts';

const core = (clientVersion: string): ClientVersion => ({ client: 'bitcoind', clientVersion });
const isWithin = ({ min, max }: ConfigOption, value: number) => value >= (min ?? value) && value <= (max ?? value);

/** Whether bitcoind's default is a valid value of the described option. */
function fitsDescription(option: ConfigOption): boolean {
  const { type, default: value, choices } = option;
  if (value === null) return true;
  if (type === 'boolean') return value === '0' || value === '1';
  if (type === 'integer') return /^-?\d+$/.test(value) && isWithin(option, Number(value));
  if (type === 'amount') return /^\d+(\.\d{1,8})?$/.test(value) && isWithin(option, Number(value));
  if (type === 'hex') return /^([0-9a-f]{2})+$/.test(value);
  return type !== 'choice' || (choices ?? []).includes(value);
}

test.each([
  ['27.0', null],
  ['28.1', null],
  ['28.9', null],
  ['29.2', null],
  ['31.4', null],
  ['32.1', 'checked against the options of bitcoind 31.0, the newest known version; 32.1 may differ'],
  ['custom', null],
])('of version %s it is noted: %s', (version, note) => {
  expect(catalogueNote(core(version))).toBe(note);
});

test('the overrides of a newer version carry the note, and an unknown key is not called ignored', () => {
  const config = wish({
    clientVersion: '32.1',
    overrides: [override('maxconnections', '9'), override('newkey', '1')],
  });
  const notes = Object.fromEntries(effectiveConfig(config).map(({ key, note }) => [key, note]));
  expect(notes['maxconnections']).toContain('checked against the options of bitcoind 31.0');
  expect(notes['newkey']).toMatch(/^bitcoind 31\.0 does not know this key.*32\.1 may differ/);
});

describe.each<ClientVersion>([
  ...['27.0', '28.0', '28.1', '29.3', '30.2', '31.0'].map(core),
  { client: 'knots', clientVersion: '29.3.knots20260508' },
])('the options of $client $clientVersion', (of) => {
  const { options } = optionCatalogue(of);

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
  const defaultOf = (version: string, key: string) => optionCatalogue(core(version)).find(key)?.default;
  expect([defaultOf('27.0', 'mempoolfullrbf'), defaultOf('28.1', 'mempoolfullrbf')]).toEqual(['0', '1']);
  expect([defaultOf('27.0', 'blocksxor'), defaultOf('28.1', 'blocksxor')]).toEqual([undefined, '1']);
  expect([defaultOf('27.0', 'maxtimeadjustment'), defaultOf('28.1', 'maxtimeadjustment')]).toEqual(['4200', undefined]);
  expect(['28.1', '29.3'].map((version) => defaultOf(version, 'rpcthreads'))).toEqual(['4', '16']);
  expect(['30.2', '31.0'].map((version) => defaultOf(version, 'txospenderindex'))).toEqual([undefined, '0']);
  expect(optionCatalogue(core('99.0')).version).toBe('31.0');
});

test('a family has options of its own, beside those of the one that it is made from', () => {
  const knots = optionCatalogue({ client: 'knots', clientVersion: '29.3.knots20260508' });
  expect(knots.find('rejectparasites')?.default).toBe('1');
  expect(knots.find('checkblocks')?.default).toBe(optionCatalogue(core('29.3')).find('checkblocks')?.default);
  expect(['torexecute', 'rpcauthfile', 'confrw'].map((key) => knots.find(key)?.platformReason)).not.toContain(null);
  expect(optionCatalogue(core('29.3')).find('rejectparasites')).toBeUndefined();
  const startedAs = (client: Client) => daemonArguments(wish({ client }), { dataDir: '/d', configFile: '/c' });
  expect(startedAs('knots')).toEqual(expect.arrayContaining([...startedAs('bitcoind'), '-confrw=/dev/null']));
  expect(startedAs('bitcoind').join()).not.toContain('confrw');
});

test.each([
  ['27.0', 'testnet4', false],
  ['28.1', 'testnet4', true],
  ['27.0', 'mainnet', true],
  ['27.0', 'signet', true],
] as const)('bitcoind %s knows %s: %s', (version, network, isKnown) => {
  expect(knowsNetwork(core(version), network)).toBe(isKnown);
});
