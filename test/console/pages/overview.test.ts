import { describe, expect, test } from 'vitest';
import { firstStep } from '../../../src/console/pages/overview/first-step.ts';
import { type FleetCounts, fleetParts, fleetSentence } from '../../../src/console/pages/overview/health.ts';
import { networkRows } from '../../../src/console/pages/overview/network-rows.ts';
import { isNotable } from '../../../src/console/pages/overview/notable.ts';
import { eventKinds } from '../../../src/contract/events.ts';
import type { NodeHealthState } from '../../../src/contract/types.generated.ts';

const counts = (states: Partial<Record<NodeHealthState, number>>): FleetCounts => ({
  total: Object.values(states).reduce((sum, nodes) => sum + nodes, 0),
  byHealth: Object.entries(states).map(([state, nodes]) => ({ state: state as NodeHealthState, nodes })),
});

describe('fleetSentence', () => {
  test.each<[Partial<Record<NodeHealthState, number>>, number, string, string]>([
    [
      { in_sync: 843, syncing: 108, failing: 20, unknown: 1, stopped: 29 },
      24,
      '20 of 1,001 nodes are failing, 1 unknown.',
      'bad',
    ],
    [{ in_sync: 2, failing: 1 }, 1, '1 of 3 nodes is failing.', 'bad'],
    [{ in_sync: 2, problem: 1 }, 1, '1 of 3 nodes has a problem.', 'warning'],
    [{ in_sync: 2, other_branch: 1 }, 0, '1 of 3 nodes is on another branch.', 'bad'],
    [{ unknown: 1 }, 0, 'Your node is unknown.', 'bad'],
    [{ in_sync: 12 }, 0, 'All 12 nodes are in sync.', 'good'],
    [{ in_sync: 12 }, 1, '1 open incident.', 'warning'],
    [{ in_sync: 1 }, 0, 'Your node is in sync.', 'good'],
    [{ not_answering: 1 }, 0, 'Your node is not answering.', 'busy'],
    [
      { in_sync: 9, syncing: 1, not_answering: 1, stopped: 1 },
      0,
      '9 of 12 nodes in sync, 1 syncing, 1 not answering, 1 stopped.',
      'good',
    ],
    [{}, 0, 'No nodes yet.', 'idle'],
  ])('says of %j with %i incidents: %s', (states, incidents, text, tone) => {
    expect(fleetSentence(counts(states), { incidents, split: [] })).toEqual({ text, tone });
  });

  test('names a split before failing nodes', () => {
    const split = ['mainnet'];
    expect(fleetSentence(counts({ failing: 1, other_branch: 1, in_sync: 3 }), { incidents: 2, split })).toEqual({
      text: 'The chain of mainnet has split, 1 failing, 1 on another branch.',
      tone: 'bad',
    });
  });
});

describe('fleetParts', () => {
  const fleet = counts({ in_sync: 843, syncing: 108, failing: 21, stopped: 27, not_answering: 2 });

  test('puts the most urgent nodes first', () => {
    expect(fleetParts(fleet).map(({ state, nodes }) => [state, nodes])).toEqual([
      ['failing', 21],
      ['syncing', 108],
      ['not_answering', 2],
      ['in_sync', 843],
      ['stopped', 27],
    ]);
  });

  test('counts every node once', () => {
    expect(fleetParts(fleet).reduce((sum, { nodes }) => sum + nodes, 0)).toBe(1001);
  });
});

const node = (name: string, height: number) => ({
  ...{ id: name, name, metrics: { at: '2026-01-01T00:00:00Z', height, bestBlockAt: null } },
});
const chain = (name: string, height: number) => ({
  ...{
    name,
    network: name.split(':')[0] as 'signet',
    state: 'agreed' as const,
    height,
    nodeCount: 3,
    incidentId: null,
  },
});
const shownOf = (...of: Parameters<typeof networkRows>) =>
  networkRows(...of).map(({ name, height, last }) => [name, height, last?.name, last?.blocksBehind]);

test('shows a network’s newest block, and the synced node that is behind', () => {
  const first = { mainnet: [node('a', 900_001)], regtest: [node('b', 5)] };
  const last = { mainnet: [node('slow', 899_990)], regtest: [node('b', 4)] };
  expect(shownOf([chain('mainnet', 900_000), chain('regtest', 5)], { first, last })).toEqual([
    // Compared with what the nodes were compared by, and not with a block that has just come.
    ['mainnet', 900_001, 'slow', 10],
    ['regtest', 5, undefined, undefined],
  ]);
});

test('custom signets stand beside each other, each with its own height', () => {
  const nodes = { first: { signet: [node('a', 220_001)] }, last: { signet: [node('b', 219_990)] } };
  expect(shownOf([chain('signet', 220_000), chain('signet:51', 12)], nodes)).toEqual([
    ['signet', 220_001, 'b', 10],
    ['signet:51', 12, undefined, undefined],
  ]);
});

test('leaves out an agent’s intermediate steps, unless they fail', () => {
  const left = Object.keys(eventKinds).filter((kind) => !isNotable({ kind, level: 'info' }));
  expect(left).toContain('node.container_created');
  for (const kind of left) expect(kind).toMatch(/^(node|upgrade)\.|^executor\.agent_started$/);
  for (const kind of ['node.exited', 'node.answering', 'executor.offline', 'upgrade.committed', 'rollout.started'])
    expect([kind, isNotable({ kind, level: 'info' })]).toEqual([kind, true]);
  expect(isNotable({ kind: 'node.move_refused', level: 'warning' })).toBe(true);
});

test('the first run ends with alerts', () => {
  expect(firstStep({ hosts: 0, nodes: 0, hasAlerts: false })).toBe('host');
  expect(firstStep({ hosts: 1, nodes: 0, hasAlerts: true })).toBe('node');
  expect(firstStep({ hosts: 1, nodes: 1, hasAlerts: false })).toBe('alerts');
  expect(firstStep({ hosts: 1, nodes: 1, hasAlerts: true })).toBeNull();
});
