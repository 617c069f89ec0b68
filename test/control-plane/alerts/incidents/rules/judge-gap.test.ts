import { describe, expect, test } from 'vitest';
import { shippedTable } from '../../../../../src/bitcoin/clients/lifecycle.ts';
import { gapOfTenYears, unlikelyGapSeconds } from '../../../../../src/bitcoin/network.ts';
import { chainKeyOf } from '../../../../../src/control-plane/alerts/incidents/rules/compare-chains.ts';
import type { NodeFacts } from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { compareNetworks, judge } from '../../../../../src/control-plane/alerts/incidents/rules/judge.ts';
import { keyOf } from '../../../../../src/control-plane/platform/database/tenant-keys.ts';
import { thresholdsOf } from '../../../../../src/control-plane/tables/notifications.ts';
import { ago, facts, nodeFacts, now, sample, watch } from '../../../../harness/facts.ts';
import { randomOf } from '../../../../harness/random.ts';

/** The judgements of `tip_stale`, as `SUBJECT` or `SUBJECT unknown`. */
function gaps(nodes: readonly NodeFacts[], tipProbability = gapOfTenYears): string[] {
  const thresholdsFor = () => thresholdsOf({ tipProbability });
  const { ofNetworks, middles, splitNodes, sharing } = compareNetworks(nodes, now, thresholdsFor);
  const compared = {
    middleOf: (node: NodeFacts) => middles.get(chainKeyOf(node)),
    isSplit: (node: NodeFacts) => splitNodes.has(keyOf(node)),
    sharesGap: (node: NodeFacts) => sharing.has(keyOf(node)),
  };
  const ofNodes = judge({ ...facts(), nodes }, compared, now, thresholdsFor, shippedTable);
  return [...ofNodes, ...ofNetworks].flatMap(({ subject, judgements: { tip_stale: found } }) =>
    found == null ? [] : [found === 'unknown' ? `${subject.id} unknown` : subject.id],
  );
}

type Change = Parameters<typeof nodeFacts>[0];
/** A node that has seen its block so many seconds ago. */
const seen = (id: string, seconds: number, { sample: more, ...change }: Change = {}): NodeFacts =>
  nodeFacts({
    id,
    name: id,
    watch: watch({ tipSince: ago(seconds).getTime() }),
    sample: sample({ at: now, ...more }),
    ...change,
  });

const stale = 133 * 60;
const newer = { sample: sample({ at: now, height: 900_001, headers: 900_001, bestBlockHash: 'newer' }) };
const offline = { executorOnline: false };

test.each<[string, NodeFacts[], string[]]>([
  ['of three nodes on one block is the network’s', ['a', 'b', 'c'].map((id) => seen(id, stale)), ['mainnet']],
  ['of one node is its own', [seen('a', stale)], ['a']],
  ['is that of the node that has seen most of it', [seen('a', stale), seen('b', 60)], ['mainnet']],
  ['of 131 minutes opens no incident', [seen('a', 131 * 60), seen('b', 131 * 60)], []],
  ['of 131 minutes opens no incident of a single node', [seen('a', 131 * 60)], []],
  [
    'of a node whose sibling has no peers is its own',
    [seen('a', stale), seen('b', stale, { sample: sample({ at: now, peers: 0 }) })],
    ['a', 'b unknown'],
  ],
  [
    'of a node whose sibling syncs is its own',
    [seen('a', stale), seen('b', stale, { sample: sample({ at: now, catchesUp: true }) })],
    ['a'],
  ],
  [
    'of a node whose siblings have a newer block is its own',
    [seen('a', stale), seen('b', 60, newer), seen('c', 60, newer)],
    ['a'],
  ],
  [
    'of two networks is told of each',
    ['a', 'b', 'c', 'd'].map((id, index) => seen(id, stale, { network: index < 2 ? 'mainnet' : 'signet' })),
    ['mainnet', 'signet'],
  ],
  [
    'of custom signets is told of each',
    ['a', 'b'].map((id) => seen(id, stale, { network: 'signet', challenge: '51' })),
    ['signet:51'],
  ],
  ['of a private chain opens no incident', ['a', 'b'].map((id) => seen(id, stale, { network: 'regtest' })), []],
  [
    'is of two organizations for each',
    ['a', 'b', 'c'].map((id) => seen(id, stale, { organizationId: id === 'c' ? 'other' : 'example' })),
    ['c', 'mainnet'],
  ],
  [
    'is not known while hosts are offline',
    [seen('a', stale, offline), seen('b', stale, offline)],
    ['a', 'b', 'mainnet unknown'],
  ],
])('a gap %s', (_what, nodes, expected) => {
  expect(gaps(nodes).toSorted()).toEqual(expected.toSorted());
});

describe('a thousand years of blocks', () => {
  const [years, perYear] = [1000, 52_560];
  const next = randomOf(42);
  /** Long gaps, in seconds; shorter ones are counted only. */
  const long: number[] = [];
  for (let block = 0; block < years * perYear; block++) {
    const seconds = -600 * Math.log(1 - next());
    if (seconds >= 3600) long.push(seconds);
  }
  const nodesAt = (seconds: number, count: number) =>
    Array.from({ length: count }, (_, index) => seen(`node-${index}`, seconds));
  /** The incidents that a fleet of so many nodes opens; a condition lasts a minute before that. */
  const incidents = (count: number, tipProbability?: number) =>
    long.flatMap((seconds) => (seconds < 5000 ? [] : gaps(nodesAt(seconds - 60, count), tipProbability)));

  test('have one false alarm in ten years for each network, however many nodes follow it', () => {
    const [alone, fleet] = [incidents(1), incidents(10)];
    console.log(
      `tip_stale in ${years} simulated years: ${alone.length} incidents of a single node, ${fleet.length} of a network of 10`,
    );
    expect(alone.length / years).toBeGreaterThan(0.06);
    expect(alone.length / years).toBeLessThan(0.12);
    expect(fleet).toEqual(alone.map(() => 'mainnet'));
  });

  test('would have five a year with the probability of one in ten thousand', () => {
    const limit = unlikelyGapSeconds('mainnet', 1e-4) ?? 0;
    const found = long.filter((seconds) => seconds >= limit).length;
    console.log(`gaps above ${Math.round(limit / 60)} minutes: ${(found / years).toFixed(2)} a year`);
    expect(found / years).toBeGreaterThan(5);
    expect(found / years).toBeLessThan(5.6);
  });
});
