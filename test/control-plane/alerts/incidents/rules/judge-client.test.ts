import { expect, test } from 'vitest';
import { shippedTable } from '../../../../../src/bitcoin/clients/lifecycle.ts';
import type { NodeFacts } from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { clientLives, judgeClient } from '../../../../../src/control-plane/alerts/incidents/rules/judge-client.ts';
import { nodeFacts } from '../../../../harness/facts.ts';

const clients = ['31.0', '29.3'].map((version) => ({ client: 'bitcoind' as const, version }));
const executors = [{ id: 'executor-1', clients }];
const judged = (clientVersion: string, day: string, change: Partial<NodeFacts> = {}) => {
  const node = nodeFacts({ ...change, config: { clientVersion } });
  const found = judgeClient(node, clientLives(shippedTable, executors, new Date(`${day}T12:00:00Z`)));
  return Object.entries(found).flatMap(([code, condition]) => {
    if (condition === null || condition === 'unknown') return [];
    return [`${code}${condition.severity === undefined ? '' : ` ${condition.severity}`}: ${condition.message}`];
  });
};

test.each<[string, string, string, Partial<NodeFacts>, RegExp[]]>([
  ['is maintained', '31.0', '2026-11-24', {}, []],
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
      /^client_end_of_life: btc-1 runs Bitcoin Core 28.1, which reached its end of life on 2026-04-19. Upgrade to 29.3, which its host offers.$/,
      /^client_vulnerable: .*CVE-2024-52911: a crafted block crashes the node.* Upgrade to 29.3/,
    ],
  ],
  [
    'was withdrawn, with legacy wallets',
    '30.0',
    '2026-11-24',
    { hasLegacyWallets: true },
    [/^client_withdrawn critical: .*Upgrade to 31.0/],
  ],
  ['was withdrawn, with wallets that are not known', '30.1', '2026-11-24', {}, [/^client_withdrawn critical/]],
  [
    'was withdrawn, without legacy wallets',
    '30.0',
    '2026-11-24',
    { hasLegacyWallets: false },
    [/^client_withdrawn warning/],
  ],
  ['is on a private chain', '27.0', '2026-11-24', { network: 'regtest' }, []],
])('a node whose version %s', (_what, version, day, change, found) => {
  expect(judged(version, day, change)).toEqual(found.map((line) => expect.stringMatching(line)));
});

test('two nodes of one version on one host get the advice for their own options and wallets', () => {
  const clients = [{ client: 'bitcoind' as const, version: '31.0' }];
  const lives = clientLives(shippedTable, [{ id: 'executor-1', clients }], new Date('2026-11-24T12:00:00Z'));
  const advice = (overrides: NodeFacts['config']['overrides'], hasLegacyWallets: boolean) =>
    lives.adviceFor(nodeFacts({ hasLegacyWallets, config: { clientVersion: '28.1', overrides } }));
  const upgrade = 'Upgrade to 31.0, which its host offers.';
  expect(advice([], false)).toBe(upgrade);
  expect(advice([{ key: 'blockreservedweight', value: '100' }], false)).toBe(
    `${upgrade.slice(0, -1)}. Change the node first: 31.0 does not start with its option blockreservedweight.`,
  );
  expect(advice([], true)).toMatch(/Change the node first: legacy .* wallets do not load in 31.0/);
});
