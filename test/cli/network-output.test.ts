import { expect, test } from 'vitest';
import { networkLines } from '../../src/cli/networks/show.ts';
import type { NetworkRowFragment } from '../../src/contract/operations.generated.ts';

type Branch = NetworkRowFragment['branches'][number];

const branch = (change: Partial<Branch>): Branch => ({
  parent: null,
  forkHeight: null,
  forkHash: null,
  firstHash: null,
  otherHash: null,
  height: 120,
  hash: 'aa',
  blocks: null,
  reasons: [],
  nodeCount: 0,
  nodes: [],
  ...change,
});
const node = (name: string, change: Partial<Branch['nodes'][number]> = {}): Branch['nodes'][number] => ({
  id: name,
  name,
  client: 'bitcoind',
  clientVersion: '31.0',
  height: 120,
  isAnswering: true,
  isSyncing: false,
  ...change,
});

test('a split network is a tree: each branch with its fork, its nodes and the reasons', () => {
  const branches = [
    branch({ nodeCount: 3, nodes: [node('a'), node('b', { height: 90, isSyncing: true })] }),
    branch({ parent: 2, forkHeight: 103, blocks: 0, height: 103, hash: 'cc', nodeCount: 1, nodes: [node('d')] }),
    branch({
      parent: 0,
      forkHeight: 100,
      firstHash: 'b1',
      otherHash: 'a1',
      blocks: 5,
      height: 105,
      hash: 'bb',
      reasons: ['c rejects the other branch as invalid.'],
      nodeCount: 1,
      nodes: [node('c', { client: 'knots', clientVersion: '29.2', height: 105, isAnswering: false })],
    }),
    branch({ parent: 0, height: 110, hash: 'dd' }),
  ];
  const network = { name: 'mainnet', state: 'split', height: 120, nodeCount: 5, incidentId: 'i', branches } as const;
  expect(networkLines({ ...network, branches })).toEqual([
    'mainnet: split, incident i',
    'Block 120: 3 nodes',
    '  tip aa',
    '  bitcoind 31.0 ×2',
    '  a at block 120',
    '  b at block 90, syncing',
    '  and 1 more',
    '   └─ Split after block 100, 5 blocks to block 105: 1 node',
    '        tip bb',
    '        block 101 here b1',
    '        block 101 there a1',
    '        knots 29.2 ×1',
    '        c at block 105, not answering',
    '        c rejects the other branch as invalid.',
    '      └─ Stopped after block 103: 1 node',
    '           tip cc',
    '           bitcoind 31.0 ×1',
    '           d at block 120',
    '   └─ Block 110, fork not located yet: no node of yours',
    '        tip dd',
  ]);
});
