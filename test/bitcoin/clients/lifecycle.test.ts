import { describe, expect, test } from 'vitest';
import {
  ageNote,
  appliesTo,
  defectApplies,
  shippedTable,
  versionLife,
} from '../../../src/bitcoin/clients/lifecycle.ts';
import { type Client, clientFamily, offeredVersions, whyOtherFamily } from '../../../src/bitcoin/clients/registry.ts';
import { compareVersions } from '../../../src/bitcoin/clients/versions.ts';
import { configWith } from '../config.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const core = (clientVersion: string) => ({ client: 'bitcoind', clientVersion }) as const;
const [crash] = clientFamily('bitcoind').advisories.filter(({ id }) => id === 'CVE-2024-52911');
if (crash === undefined) throw new Error('the advisory is missing');
const shipped = shippedTable.clients.bitcoind ?? {
  majors: [],
  releases: [],
  advisories: [],
  defects: [],
  maintainedMajors: 3,
};
const tableWith = (change: Partial<typeof shipped>) => ({
  ...shippedTable,
  clients: { bitcoind: { ...shipped, ...change } },
});

describe('the life of a version', () => {
  const crashed = 'vulnerable: CVE-2024-52911';
  test.each<[Client, string, string, string, string | null]>([
    ['bitcoind', '27.0', '2025-10-10', 'end of life since 2025-10-10', `end of life since 2025-10-10, ${crashed}`],
    ['bitcoind', '28.0', '2026-11-24', 'end of life since 2026-04-19', `end of life since 2026-04-19, ${crashed}`],
    ['bitcoind', '28.1', '2026-04-18', 'maintained until 2026-04-19', crashed],
    ['bitcoind', '28.4', '2026-11-24', 'end of life since 2026-04-19', `end of life since 2026-04-19, ${crashed}`],
    ['bitcoind', '29.3', '2026-10-09', 'maintained until 2026-11-23; 2 known vulnerabilities; 1 known defect', null],
    ['bitcoind', '29.4', '2026-11-24', 'end of life since 2026-11-23; 2 known', 'end of life since 2026-11-23'],
    ['bitcoind', '30.0', '2026-11-24', 'withdrawn: a failed migration', 'withdrawn on 2026-01-05'],
    ['bitcoind', '30.2', '2026-11-24', 'maintained; 1 known defect', null],
    ['bitcoind', '30.3', '2026-11-24', 'maintained', null],
    ['bitcoind', '31.0', '2026-11-24', 'maintained; 2 known defects', null],
    ['bitcoind', '31.1', '2026-11-24', 'maintained', null],
    ['bitcoind', '32.0', '2026-11-24', 'withdrawn: it was tagged but never announced', 'withdrawn on 2026-11-23'],
    ['bitcoind', '32.1', '2026-11-24', 'maintained', null],
    // Nothing about it was read at the source, so it ends no other version either.
    ['bitcoind', '33.0', '2026-11-24', 'no dates known', 'no dates known'],
    ['bitcoind', 'custom', '2026-11-24', 'no dates known', 'no dates known'],
    [
      'knots',
      '28.1.knots20250305',
      '2026-11-24',
      'no dates known; 7 known vulnerabilities, 1 high',
      `no dates known, ${crashed}`,
    ],
  ])('%s %s on %s: %s', (client, clientVersion, day, summary, warning) => {
    const life = versionLife(shippedTable, { client, clientVersion }, on(day));
    expect(life.summary).toContain(summary);
    expect(life.warning).toBe(warning);
  });

  test('a new major ends the life of the third one before it, without another entry', () => {
    const table = tableWith({ majors: [...shipped.majors, { major: '33', released: '2027-04-10' }] });
    expect(versionLife(table, core('30.3'), on('2027-04-24')).summary).toContain('end of life since 2027-04-10');
    expect(versionLife(table, core('31.1'), on('2027-04-24')).state).toBe('maintained');
  });

  test('an advisory does not affect a later release of an earlier major that has the fix', () => {
    const table = tableWith({ advisories: [{ ...crash, id: 'X', before: '32.0', fixedIn: ['32.0', '30.3'] }] });
    const idsOf = (version: string) =>
      versionLife(table, core(version), on('2026-11-24')).advisories.map(({ id }) => id);
    expect([idsOf('30.2'), idsOf('30.3'), idsOf('31.0'), idsOf('32.0')]).toEqual([['X'], [], ['X'], []]);
  });
});

test.each([
  ['a node that validates with several threads', { cpuCores: 2 }, [], 'mainnet', true],
  ['one that has a single core, and hence one thread', { cpuCores: 1 }, [], 'mainnet', false],
  ['one that is set to one thread', { cpuCores: 4 }, [{ key: 'par', value: '1' }], 'mainnet', false],
  ['a private chain', { cpuCores: 4 }, [], 'regtest', false],
] as const)('the crash by a block concerns %s', (_what, { cpuCores }, overrides, network, applies) => {
  const config = configWith(overrides, { network, resources: { cpuCores, memoryMiB: 4096, diskGiB: 10 } });
  expect(appliesTo(crash, config)).toBe(applies);
});

const resources = { cpuCores: 4, memoryMiB: 4096, diskGiB: 1000 };
const defectsOf = (clientVersion: string, overrides: { key: string; value: string }[] = [], network = 'mainnet') => {
  const config = configWith(overrides, { network: network as 'mainnet', resources, clientVersion });
  const { defects } = versionLife(shippedTable, core(clientVersion), on('2026-11-24'));
  return defects.filter((defect) => defectApplies(defect, config)).map(({ id }) => id);
};
const isPrivate = { key: 'privatebroadcast', value: '1' };
const onion = { key: 'onion', value: '192.0.2.1:9050' };
const proxy = { key: 'proxy', value: '192.0.2.1:9050' };

test.each<[string, string, { key: string; value: string }[], string, string[]]>([
  ['29.3 rewrites its chain state', '29.3', [], 'mainnet', ['chainstate_rewrites']],
  ['30.2 rewrites its chain state', '30.2', [], 'mainnet', ['chainstate_rewrites']],
  ['29.4 has the fix', '29.4', [], 'mainnet', []],
  ['30.3 has the fix', '30.3', [], 'mainnet', []],
  ['the chain state of signet is small', '31.0', [], 'signet', []],
  ['28.1 was not examined', '28.1', [], 'mainnet', []],
  ['31.0 leaks private broadcasts', '31.0', [isPrivate, onion], 'signet', ['private_broadcast_leak']],
  ['a proxy for all networks hides the sender', '31.0', [isPrivate, onion, proxy], 'signet', []],
  ['private broadcast is off', '31.0', [onion], 'signet', []],
  ['31.1 does not leak', '31.1', [isPrivate, onion], 'mainnet', []],
  ['a private chain has no peers', '31.0', [isPrivate, onion], 'regtest', []],
])('known defects: %s', (_what, version, overrides, network, found) => {
  expect(defectsOf(version, overrides, network)).toEqual(found);
});

test('known defects: the Tor of a node hides the sender of private broadcasts', () => {
  const tor = { mode: 'own' as const, proxy: '192.0.2.1:9050', onionAddress: null };
  const config = configWith([isPrivate], { network: 'signet', clientVersion: '31.0', tor });
  const { defects } = versionLife(shippedTable, core('31.0'), on('2026-11-24'));
  expect(defects.filter((defect) => defectApplies(defect, config))).toEqual([]);
});

describe('the age of the table', () => {
  const table = { ...shippedTable, issued: '2026-11-23' };
  test('is not mentioned for 60 days', () => {
    expect(ageNote(table, on('2027-01-22'))).toBeNull();
  });

  test('is told after 60 days, with the date', () => {
    expect(ageNote(table, on('2027-01-23'))).toMatch(/61 days old \(2026-11-23\)/);
  });
});

test('the shipped table is as old as its latest fact', () => {
  expect(shippedTable.issued).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(JSON.stringify(shippedTable.clients)).toContain(shippedTable.issued);
  const knotsRelease = shippedTable.clients.knots?.releases.at(-1)?.released ?? '';
  expect([knotsRelease, crash.published].every((date) => date !== '' && date <= shippedTable.issued)).toBe(true);
});

test('a host offers what the specification names, and the later versions', () => {
  expect(offeredVersions('bitcoind')).toEqual(['32.1', '31.1', '30.3', '28.1', '28.0', '27.0']);
  expect(offeredVersions('knots')).toEqual([]);
  expect(whyOtherFamily('bitcoind', 'knots')).toMatch(/verdicts on blocks.*as a copy/);
});

test('versions are ordered by their numbers', () => {
  const knots = ['29.1.knots20250903', '29.1.knots20251110'];
  const ordered = ['', '9.0', '27.0', '28.0', '28.1', '28.1.1', '28.10', ...knots, '31.0'];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions('31.0', '31.0')).toBe(0);
});
