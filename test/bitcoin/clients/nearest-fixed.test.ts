import { expect, test } from 'vitest';
import { shippedTable } from '../../../src/bitcoin/clients/lifecycle.ts';
import { type FixedVersion, nearestFixed } from '../../../src/bitcoin/clients/nearest-fixed.ts';
import type { NodeConfig } from '../../../src/bitcoin/node-config.ts';
import { configWith, override } from '../config.ts';

const now = new Date('2026-11-24T12:00:00Z');
const resources = { cpuCores: 4, memoryMiB: 4096, diskGiB: 1000 };
const node = (clientVersion: string, overrides: [string, string][] = [], more: Partial<NodeConfig> = {}) =>
  configWith(
    overrides.map(([key, value]) => override(key, value)),
    { network: 'mainnet', resources, clientVersion, ...more },
  );
const nearest = (
  of: NodeConfig,
  offered: string[],
  hasLegacyWallets: boolean | null = null,
  table = shippedTable,
): FixedVersion | null => nearestFixed(table, of, { offered, hasLegacyWallets, now });

const refused = (version: string) => `${version} does not start with its option blockreservedweight`;
const wallets = expect.stringMatching(/^legacy .* wallets do not load in 31.0; migrate them first/);

test.each<[what: string, of: NodeConfig, offered: string[], wallets: boolean | null, found: object | null]>([
  ['the next offered one', node('28.1'), ['31.0', '29.3', '28.1'], null, { version: '29.3', isOffered: true }],
  ['one that its host lacks', node('28.1'), ['28.4'], null, { version: '29.0', isOffered: false, obstacle: null }],
  ['no withdrawn one', node('30.0'), ['31.0', '30.1'], null, { version: '31.0', isOffered: true }],
  ['none', node('31.1'), ['31.1'], null, null],
  [
    'one whose weakness does not concern its configuration',
    node('28.0', [['par', '1']]),
    ['28.1'],
    null,
    { version: '28.1', isOffered: true, obstacle: null },
  ],
  [
    'one that does not take its options, if there is no other',
    node('28.1', [['blockreservedweight', '100']]),
    ['31.0', '29.3'],
    null,
    { version: '29.3', isOffered: true, obstacle: refused('29.3') },
  ],
  [
    'the only one, which does not take its options',
    node('30.2', [
      ['maxmempool', '5'],
      ['limitclustersize', '126'],
    ]),
    ['31.0'],
    null,
    { version: '31.0', obstacle: '31.0 does not start with its option limitclustersize' },
  ],
  ['one that loads its wallets', node('28.1'), ['31.0', '29.3'], true, { version: '29.3', obstacle: null }],
  ['one that does not load its wallets', node('28.1'), ['31.0'], true, { version: '31.0', obstacle: wallets }],
  [
    'one past its end that loads its wallets, before a maintained one that does not',
    node('28.0', [['par', '1']]),
    ['31.0', '28.1'],
    true,
    { version: '28.1', obstacle: null },
  ],
  ['one of its host without wallets to migrate', node('28.1'), ['31.0'], false, { version: '31.0', obstacle: null }],
  [
    'one of its own family',
    node('28.1.knots20250305', [], { client: 'knots' }),
    [],
    null,
    { version: '29.3.knots20260508', isOffered: false },
  ],
])('a node reaches %s', (_what, of, offered, hasLegacyWallets, found) => {
  const reached = nearest(of, offered, hasLegacyWallets);
  if (found === null) expect(reached).toBeNull();
  else expect(reached).toMatchObject(found);
});

test('the nearest fixed version is a maintained one, and one past its end only if no other is offered', () => {
  const shipped = shippedTable.clients.bitcoind;
  if (shipped === undefined) throw new Error('the table lacks bitcoind');
  const majors = [...shipped.majors, { major: '32', released: '2026-10-20' }];
  const table = { ...shippedTable, clients: { bitcoind: { ...shipped, majors } } };
  const versionOf = (...offered: string[]) => nearest(node('28.1'), offered, null, table)?.version;
  expect([versionOf('31.0', '30.2', '29.3'), versionOf('29.3')]).toEqual(['30.2', '29.3']);
});
