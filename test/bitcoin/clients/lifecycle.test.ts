import { describe, expect, test } from 'vitest';
import { appliesTo, shippedTable, versionLife } from '../../../src/bitcoin/clients/lifecycle.ts';
import { type Client, clientFamily, offeredVersions, whyOtherFamily } from '../../../src/bitcoin/clients/registry.ts';
import { compareVersions } from '../../../src/bitcoin/clients/versions.ts';
import { configWith } from '../config.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const core = (clientVersion: string) => ({ client: 'bitcoind', clientVersion }) as const;
const [crash] = clientFamily('bitcoind').advisories.filter(({ id }) => id === 'CVE-2024-52911');
if (crash === undefined) throw new Error('the advisory is missing');
const shipped = shippedTable.clients.bitcoind ?? { majors: [], releases: [], advisories: [], maintainedMajors: 3 };
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
    ['bitcoind', '29.3', '2026-11-24', 'maintained; 1 known vulnerability', null],
    ['bitcoind', '30.0', '2026-11-24', 'withdrawn: a failed migration', 'withdrawn on 2026-01-05'],
    ['bitcoind', '30.2', '2026-11-24', 'maintained', null],
    ['bitcoind', '31.0', '2026-11-24', 'maintained', null],
    // Nothing about it was read at the source, so it ends no other version either.
    ['bitcoind', '32.1', '2026-11-24', 'no dates known', 'no dates known'],
    ['bitcoind', 'custom', '2026-11-24', 'no dates known', 'no dates known'],
    [
      'knots',
      '28.1.knots20250305',
      '2026-11-24',
      'no dates known; 6 known vulnerabilities, 1 high',
      `no dates known, ${crashed}`,
    ],
  ])('%s %s on %s: %s', (client, clientVersion, day, summary, warning) => {
    const life = versionLife(shippedTable, { client, clientVersion }, on(day));
    expect(life.summary).toContain(summary);
    expect(life.warning).toBe(warning);
  });

  test('a new major ends the life of the third one before it, without another entry', () => {
    const table = tableWith({ majors: [...shipped.majors, { major: '32', released: '2026-10-20' }] });
    expect(versionLife(table, core('29.3'), on('2026-11-24')).summary).toContain('end of life since 2026-10-20');
    expect(versionLife(table, core('30.2'), on('2026-11-24')).state).toBe('maintained');
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

test('the shipped table is as old as its latest fact', () => {
  expect(shippedTable.issued).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(JSON.stringify(shippedTable.clients)).toContain(shippedTable.issued);
  const knotsRelease = shippedTable.clients.knots?.releases.at(-1)?.released ?? '';
  expect([knotsRelease, crash.published].every((date) => date !== '' && date <= shippedTable.issued)).toBe(true);
});

test('a host offers what the specification names, and the later versions', () => {
  expect(offeredVersions('bitcoind')).toEqual(['31.0', '30.2', '29.3', '28.1', '28.0', '27.0']);
  expect(offeredVersions('knots')).toEqual([]);
  expect(whyOtherFamily('bitcoind', 'knots')).toMatch(/verdicts on blocks.*as a copy/);
});

test('versions are ordered by their numbers', () => {
  const knots = ['29.1.knots20250903', '29.1.knots20251110'];
  const ordered = ['', '9.0', '27.0', '28.0', '28.1', '28.1.1', '28.10', ...knots, '31.0'];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions('31.0', '31.0')).toBe(0);
});
