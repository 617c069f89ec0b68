import { describe, expect, test } from 'vitest';
import {
  type ConfigOption,
  catalogNote,
  describedOption,
  knowsNetwork,
  optionCatalog,
} from '../../../src/bitcoin/clients/catalog.ts';
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

test('overrides of a version newer than the catalog have a note, also unknown keys', () => {
  for (const version of ['27.0', '28.9', '32.4', 'custom']) expect(catalogNote(core(version))).toBeNull();
  const note = 'checked against the options of bitcoind 32.1, the newest known version; 33.0 may differ';
  expect(catalogNote(core('33.0'))).toBe(note);
  const overrides = [override('maxconnections', '9'), override('newkey', '1')];
  const settings = effectiveConfig(wish({ clientVersion: '33.0', overrides }));
  const notes = Object.fromEntries(settings.map(({ key, note }) => [key, note]));
  expect(notes['maxconnections']).toContain(note);
  expect(notes['newkey']).toMatch(/^bitcoind 32\.1 does not know this key.*33\.0 may differ/);
});

describe.each<ClientVersion>([
  ...['27.0', '28.0', '28.1', '29.3', '30.2', '31.0', '32.1'].map(core),
  { client: 'knots', clientVersion: '29.3.knots20260508' },
])('the options of $client $clientVersion', (of) => {
  const catalog = optionCatalog(of);
  const { options } = catalog;

  test('each has a description: a type, and one short sentence of help', () => {
    expect(options.filter(({ key }) => describedOption(key) === undefined).map(({ key }) => key)).toEqual([]);
    const faulty = options.filter(({ help }) => help.length < 10 || help.length > 130 || !/^[A-Z].*[^.]$/.test(help));
    expect(faulty.map(({ key }) => key)).toEqual([]);
    expect(options.length).toBeGreaterThan(170);
  });

  test('each default fits its type and bounds, and a path belongs to the platform', () => {
    const isOdd = (option: ConfigOption) =>
      !fitsDescription(option) ||
      (option.type === 'choice') !== (option.choices !== undefined) ||
      (option.type === 'path' && option.platformReason === null);
    expect(options.filter(isOdd).map(({ key }) => key)).toEqual([]);
  });

  test('the bounds are those that an override is refused by', () => {
    for (const { key, type, min, max, unit } of options.filter(({ key }) => isTyped(key) && key !== 'prune')) {
      if (type !== 'integer' || min === undefined || max === undefined) continue;
      expect(readTyped(key, String(min), catalog)).toEqual({ value: String(min) });
      expect(readTyped(key, String(max), catalog)).toEqual({ value: String(max) });
      expect(readTyped(key, String(max + 1), catalog)).toEqual({
        refused: expect.stringContaining(`from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}`),
      });
    }
  });
});

test('the versions differ where bitcoind does', () => {
  const defaultOf = (version: string, key: string) => optionCatalog(core(version)).find(key)?.default;
  expect([defaultOf('27.0', 'mempoolfullrbf'), defaultOf('28.1', 'mempoolfullrbf')]).toEqual(['0', '1']);
  expect([defaultOf('27.0', 'blocksxor'), defaultOf('28.1', 'blocksxor')]).toEqual([undefined, '1']);
  expect([defaultOf('27.0', 'maxtimeadjustment'), defaultOf('28.1', 'maxtimeadjustment')]).toEqual(['4200', undefined]);
  expect(['28.1', '29.3'].map((version) => defaultOf(version, 'rpcthreads'))).toEqual(['4', '16']);
  expect(['30.2', '31.0'].map((version) => defaultOf(version, 'txospenderindex'))).toEqual([undefined, '0']);
  const cacheOf = (version: string) => optionCatalog(core(version)).find('dbcache');
  expect(['28.1', '29.3'].map((version) => cacheOf(version)?.max)).toEqual([16_384, undefined]);
  expect(['31.1', '32.1'].map((version) => defaultOf(version, 'maxconnections'))).toEqual(['125', '200']);
  expect(['31.1', '32.1'].map((version) => defaultOf(version, 'prevoutfetchthreads'))).toEqual([undefined, '8']);
  expect(optionCatalog(core('99.0')).version).toBe('32.1');
  expect(['27.0', '28.1'].map((version) => knowsNetwork(core(version), 'testnet4'))).toEqual([false, true]);
  expect(knowsNetwork(core('27.0'), 'signet')).toBe(true);
});

test('a family has options of its own, beside those of the one that it is made from', () => {
  const knots = optionCatalog({ client: 'knots', clientVersion: '29.3.knots20260508' });
  expect(knots.find('rejectparasites')?.default).toBe('1');
  expect(knots.find('checkblocks')?.default).toBe(optionCatalog(core('29.3')).find('checkblocks')?.default);
  expect(['torexecute', 'rpcauthfile', 'confrw'].map((key) => knots.find(key)?.platformReason)).not.toContain(null);
  expect(optionCatalog(core('29.3')).find('rejectparasites')).toBeUndefined();
  const paths = { dataDir: '/d', configFile: '/c', settingsFile: '/s' };
  const startedAs = (client: Client) => daemonArguments(wish({ client }), paths);
  expect(startedAs('knots')).toEqual(expect.arrayContaining([...startedAs('bitcoind'), '-confrw=/dev/null']));
  expect(startedAs('bitcoind').join()).not.toContain('confrw');
});
