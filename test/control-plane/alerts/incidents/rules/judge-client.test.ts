import { expect, test } from 'vitest';
import { shippedTable } from '../../../../../src/bitcoin/clients/lifecycle.ts';
import type { NodeFacts } from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { clientLives, judgeClient } from '../../../../../src/control-plane/alerts/incidents/rules/judge-client.ts';
import { nodeFacts } from '../../../../harness/facts.ts';

const clients = ['32.1', '31.1'].map((version) => ({ client: 'bitcoind' as const, version }));
const executors = [{ organizationId: 'example', id: 'executor-1', clients }];
const judged = (clientVersion: string, day: string, change: Parameters<typeof nodeFacts>[0] = {}) => {
  const node = nodeFacts({ ...change, config: { clientVersion, ...change.config } });
  const found = judgeClient(node, clientLives(shippedTable, executors, new Date(`${day}T12:00:00Z`)));
  return Object.entries(found).flatMap(([code, condition]) => {
    if (condition === null || condition === 'unknown') return [];
    return [`${code}${condition.severity === undefined ? '' : ` ${condition.severity}`}: ${condition.message}`];
  });
};

test.each<[string, string, string, Partial<NodeFacts>, RegExp[]]>([
  ['is maintained', '31.1', '2026-11-24', {}, []],
  ['has more than 30 days left', '28.1', '2026-03-15', {}, [/^client_vulnerable/]],
  [
    'reaches its end',
    '28.1',
    '2026-03-21',
    {},
    [/^client_end_of_life: .*reaches its end of life on 2026-04-19/, /^client_vulnerable/],
  ],
  [
    'reached its end and has a serious weakness',
    '28.1',
    '2026-11-24',
    {},
    [
      /^client_end_of_life: btc-1 runs Bitcoin Core 28.1, which reached its end of life on 2026-04-19. Upgrade to 32.1, which its host offers. Alternatives: 31.1, which its host offers; 30.3, which its host does not offer.$/,
      /^client_vulnerable: .*CVE-2024-52911: a crafted block crashes the node.* Upgrade to 32.1.* Until then: the override par=1.$/,
    ],
  ],
  [
    'was withdrawn, with legacy wallets',
    '30.0',
    '2026-11-24',
    { hasLegacyWallets: true },
    [/^client_withdrawn critical: .*Upgrade to 32.1/, /^client_defect/],
  ],
  [
    'was withdrawn, with wallets that are not known',
    '30.1',
    '2026-11-24',
    {},
    [/^client_withdrawn critical/, /^client_defect/],
  ],
  [
    'was withdrawn, without legacy wallets',
    '30.0',
    '2026-11-24',
    { hasLegacyWallets: false },
    [/^client_withdrawn warning/, /^client_defect/],
  ],
  [
    'rewrites its chain state',
    '31.0',
    '2026-11-24',
    {},
    [/^client_defect: .* 31.0, which rewrites its whole chain state .* Upgrade to 32.1, which its host offers/],
  ],
  ['is on a private chain', '27.0', '2026-11-24', { network: 'regtest' }, []],
])('a node whose version %s', (_what, version, day, change, found) => {
  expect(judged(version, day, change)).toEqual(found.map((line) => expect.stringMatching(line)));
});

test('two nodes of one version and host get advice for their own options', () => {
  const clients = [{ client: 'bitcoind' as const, version: '31.1' }];
  const lives = clientLives(
    shippedTable,
    [{ organizationId: 'example', id: 'executor-1', clients }],
    new Date('2026-11-24T12:00:00Z'),
  );
  const advice = (overrides: NodeFacts['config']['overrides'], hasLegacyWallets: boolean) =>
    lives.adviceFor(nodeFacts({ hasLegacyWallets, config: { clientVersion: '28.1', overrides } }));
  const upgrade = 'Upgrade to 31.1, which its host offers';
  expect(advice([], false)).toContain(`${upgrade}. Alternatives: 32.1, which its host does not offer`);
  expect(advice([{ key: 'blockreservedweight', value: '100' }], false)).toContain(
    `${upgrade}, after a change of the node: 31.1 does not start with its option blockreservedweight.`,
  );
  expect(advice([], true)).toMatch(/after a change of the node: legacy .* wallets do not load in 31.1/);
});

test('a version whose private broadcast leaks opens an incident with a workaround', () => {
  const overrides = [
    { key: 'privatebroadcast', value: '1' },
    { key: 'onion', value: '192.0.2.1:9050' },
  ];
  expect(judged('31.0', '2026-11-24', { network: 'signet', config: { overrides } })).toEqual([
    expect.stringMatching(
      /^option_unsafe: .*reveals the address of the sender\. Upgrade to 32.1.*Until then: remove privatebroadcast, or set proxy/,
    ),
  ]);
});
