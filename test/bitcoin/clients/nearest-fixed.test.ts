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
const wallets = expect.stringMatching(/^legacy .* wallets do not load in 31.1; migrate them first/);

test.each<[what: string, of: NodeConfig, offered: string[], wallets: boolean | null, found: object | null]>([
  [
    'the newest maintained one',
    node('28.1'),
    ['32.1', '31.1', '30.3', '28.1'],
    null,
    { version: '32.1', isOffered: true },
  ],
  [
    'one that its host lacks, before one past its end',
    node('28.1'),
    ['29.3'],
    null,
    { version: '32.1', isOffered: false },
  ],
  ['one without a defect that concerns it', node('30.2'), ['31.0', '30.3'], null, { version: '30.3', isOffered: true }],
  ['one that its host lacks', node('28.1'), ['28.4'], null, { version: '32.1', isOffered: false, obstacle: null }],
  ['no withdrawn one', node('30.0'), ['32.0', '31.1', '30.1'], null, { version: '31.1', isOffered: true }],
  ['none', node('32.1'), ['32.1'], null, null],
  [
    'a maintained one, although an offered one past its end has no weakness that concerns it',
    node('28.0', [['par', '1']]),
    ['28.1', '31.1'],
    null,
    { version: '31.1', isOffered: true, obstacle: null },
  ],
  [
    'one that does not take its options, if there is no other',
    node('28.1', [['blockreservedweight', '100']]),
    ['31.1', '29.3'],
    null,
    { version: '31.1', isOffered: true, obstacle: refused('31.1') },
  ],
  [
    'one that its host lacks, before one that does not take its options',
    node('30.2', [
      ['maxmempool', '5'],
      ['limitclustersize', '126'],
    ]),
    ['31.1'],
    null,
    { version: '30.3', isOffered: false, obstacle: null },
  ],
  ['one that loads its wallets', node('28.1'), ['31.1', '29.4'], true, { version: '29.4', obstacle: null }],
  ['one that does not load its wallets', node('28.1'), ['31.1'], true, { version: '31.1', obstacle: wallets }],
  [
    'one past its end that loads its wallets, before a maintained one that does not',
    node('28.0', [['par', '1']]),
    ['31.1', '28.1'],
    true,
    { version: '28.1', obstacle: null },
  ],
  ['one of its host without wallets to migrate', node('28.1'), ['31.1'], false, { version: '31.1', obstacle: null }],
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

test('alternatives are of other majors, newest first', () => {
  const found = nearest(node('28.1'), ['32.1', '31.1', '31.0', '30.3', '29.4']);
  expect(found?.alternatives.map(({ version }) => version)).toEqual(['31.1', '30.3']);
});

test('a maintained version is an alternative to one that loads the wallets', () => {
  const found = nearest(node('28.1'), ['31.1', '29.4'], true);
  expect(found?.alternatives[0]).toMatchObject({ version: '31.1', obstacle: wallets });
});

test('a version past its end says so', () => {
  expect(nearest(node('28.1'), ['31.1', '29.4'], true)).toMatchObject({ version: '29.4', endOfLife: '2026-11-23' });
});
