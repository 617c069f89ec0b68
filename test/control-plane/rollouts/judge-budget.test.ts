import { expect, test } from 'vitest';
import {
  type BudgetFacts,
  isAvailable,
  judgeBudget,
  judgePossible,
  sharedLabels,
} from '../../../src/control-plane/rollouts/judge-budget.ts';

const facts: BudgetFacts = {
  budget: { keepAvailable: 2, per: ['region'] },
  node: { phase: 'running', labels: { region: 'eu' } },
  network: 'mainnet',
  others: { available: 1, unavailable: ['eu-3', 'eu-4'], total: 5 },
};

test.each<[string, Partial<BudgetFacts>, string | null]>([
  [
    'keeps a node up while too few others are available',
    {},
    '2 mainnet nodes with region=eu must stay available, and without it 1 would be; not available: eu-3, eu-4 and 2 more',
  ],
  [
    'names no more nodes than are not available',
    { others: { available: 1, unavailable: ['eu-3'], total: 2 } },
    '2 mainnet nodes with region=eu must stay available, and without it 1 would be; not available: eu-3',
  ],
  [
    'counts all nodes of the network without labels',
    {
      budget: { keepAvailable: 1, per: [] },
      node: { phase: 'running', labels: {} },
      others: { available: 0, unavailable: [], total: 0 },
    },
    '1 mainnet node must stay available, and without it 0 would be',
  ],
  ['allows it as soon as enough are', { others: { available: 2, unavailable: [], total: 2 } }, null],
  ['allows a node that does not run', { node: { phase: 'failing', labels: { region: 'eu' } } }, null],
  ['allows a node that syncs', { node: { phase: 'syncing', labels: { region: 'eu' } } }, null],
])('judgeBudget › %s', (_title, change, why) => {
  expect(judgeBudget({ ...facts, ...change })).toBe(why);
});

test.each([
  ['in_sync', 7, true],
  ['in_sync', 8, true],
  ['in_sync', 6, false],
  ['in_sync', null, false],
  ['behind', 7, false],
  ['syncing', 7, false],
  ['stale', 7, false],
  ['problem', 7, false],
  ['unknown', 7, false],
  ['not_answering', 7, false],
] as const)('isAvailable › %s at revision 7 with %s applied: %s', (health, appliedRevision, expected) => {
  expect(isAvailable({ health, revision: 7, appliedRevision })).toBe(expected);
});

test('sharedLabels › prefers the label of the node to that of its host', () => {
  const budget = { keepAvailable: 1, per: ['region', 'pool', 'constructor'] };
  expect(sharedLabels(budget, { region: 'eu-1' }, { region: 'eu', pool: 'a', disk: 'nvme' })).toEqual({
    ...{ region: 'eu-1', pool: 'a' },
  });
});

test.each([
  [{}, 5, 'neither the node nor its host has the label region'],
  [{ region: 'eu' }, 2, null],
  [{ region: 'eu' }, 1, '2 mainnet nodes with region=eu must stay available, and only 1 other node exists'],
  [{ region: 'eu' }, 0, '2 mainnet nodes with region=eu must stay available, and no other node exists'],
] as const)('judgePossible › labels %j, %s others: %s', (labels, total, why) => {
  expect(judgePossible({ budget: facts.budget, network: 'mainnet', labels, total })).toBe(why);
});
