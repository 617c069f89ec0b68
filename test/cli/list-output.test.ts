import { expect, test } from 'vitest';
import { type Action, actionLines } from '../../src/cli/audit/list.ts';
import { offerLines, takeoverLine } from '../../src/cli/executors/recover.ts';
import { networkLines } from '../../src/cli/networks/show.ts';
import type { NetworkRowFragment } from '../../src/contract/operations.generated.ts';

const action: Action = {
  ...{ id: '7', at: '2026-11-21T12:00:00.000Z', action: 'updateNode', outcome: 'succeeded' },
  actor: { type: 'user', name: 'Ann <ann@example.com>', userId: 'u', apiKeyId: null },
  target: { type: 'node', id: 'n', name: 'first' },
  ...{ errorCode: null, unrecorded: 0, address: '192.0.2.7', userAgent: null, requestId: null },
  ...{ before: { memoryMiB: 512 }, after: { memoryMiB: 1024 } },
};

test('shows who did what from where and what changed, or the code of the refusal', () => {
  expect(actionLines(action)).toEqual([
    '2026-11-21T12:00:00.000Z  Ann <ann@example.com> from 192.0.2.7  updateNode node first',
    '  memoryMiB: 512 → 1024',
  ]);
  const refused: Action = {
    ...action,
    ...{ address: null, target: null, errorCode: 'Forbidden', before: null, after: null },
  };
  const line = '2026-11-21T12:00:00.000Z  Ann <ann@example.com>  updateNode  refused: Forbidden';
  expect(actionLines(refused)).toEqual([line]);
  expect(actionLines({ ...refused, unrecorded: 12 })[0]).toBe(`${line} (and 12 times before it)`);
  const ofHost = { ...refused, target: { type: 'executor', id: 'e', name: 'berlin' } };
  expect(actionLines(ofHost)[0]).toContain('updateNode host berlin');
});

test('shows a created object in full, without control characters', () => {
  const text = actionLines({ ...action, before: null, after: { name: 'a\u001b[31mb' } }).join('\n');
  expect(text).toContain('name: (nothing) →');
  expect(text).not.toContain('\u001b');
});

type Offer = Parameters<typeof takeoverLine>[0];

const offered = (problem: string | null): Offer['nodes'][number] => ({
  ...{ id: '1', name: 'alpha', newName: 'alpha', network: 'signet', client: 'bitcoind', clientVersion: '28.1' },
  signet: null,
  clientLifecycle: {
    state: 'withdrawn',
    summary: 'withdrawn: it is bad',
    warning: 'withdrawn on 2026-01-05',
    tableNote: null,
  },
  ...{ nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 10 }, overrides: [] },
  ...{ desiredState: 'running', height: 25, sizeBytes: 1024, problem },
});
const offer = (nodes: Offer['nodes']): Offer => ({
  ...{ offeredAt: '2026-11-24T20:00:00Z', executor: { id: '1', name: 'berlin-1' }, nodes },
});

test('nodes to take over show the state of their version', () => {
  const lines = offerLines([offer([offered(null), offered(null)])]);
  expect(lines[1]).toMatch(/^berlin-1 +alpha +- +signet +28\.1\* +full /);
  expect(lines.slice(3)).toEqual(['* bitcoind 28.1: withdrawn on 2026-01-05', '1 host, 2 nodes to take over']);
});

test('nodes that were taken over are counted; a host without any may have chain data', () => {
  expect(takeoverLine(offer([offered(null), offered('its name is taken')]))).toBe('berlin-1: took over 1 node');
  expect(takeoverLine(offer([]))).toBe(
    'berlin-1: took over the host, which offers no nodes. List its chain data: satrap hosts data list berlin-1',
  );
  expect(takeoverLine(offer([offered('its name is taken')]))).toContain('took over the host, but none of its nodes');
});

type Branch = NetworkRowFragment['branches'][number];

const branch = (change: Partial<Branch>): Branch => ({
  ...{ parent: null, forkHeight: null, forkHash: null, firstHash: null, otherHash: null, height: 120, hash: 'aa' },
  ...{ blocks: null, reasons: [], nodeCount: 0, nodes: [], ...change },
});
const node = (name: string, change: Partial<Branch['nodes'][number]> = {}): Branch['nodes'][number] => ({
  ...{ id: name, name, client: 'bitcoind', clientVersion: '31.0', height: 120, isAnswering: true, isSyncing: false },
  ...change,
});

test('a split network is a tree: each branch with its fork, its nodes and the reasons', () => {
  const knots = { client: 'knots', clientVersion: '29.2', height: 105, isAnswering: false } as const;
  const branches = [
    branch({ nodeCount: 3, nodes: [node('a'), node('b', { height: 90, isSyncing: true })] }),
    branch({ parent: 2, forkHeight: 103, blocks: 0, height: 103, hash: 'cc', nodeCount: 1, nodes: [node('d')] }),
    branch({
      ...{ parent: 0, forkHeight: 100, firstHash: 'b1', otherHash: 'a1', blocks: 5, height: 105, hash: 'bb' },
      ...{ reasons: ['c rejects the other branch as invalid.'], nodeCount: 1, nodes: [node('c', knots)] },
    }),
    branch({ parent: 0, height: 110, hash: 'dd' }),
  ];
  const network = { name: 'mainnet', state: 'split', height: 120, nodeCount: 5, incidentId: 'i', branches } as const;
  expect(networkLines({ ...network, branches }).join('\n')).toBe(`mainnet: split, incident i
Tip 120: 3 nodes, 1 syncing
  tip aa
  bitcoind 31.0 ×2
  a at block 120
  b at block 90, syncing
  and 1 more
   └─ Split after block 100, 5 blocks to block 105: 1 node
        tip bb
        block 101 here b1
        block 101 there a1
        knots 29.2 ×1
        c at block 105, not answering
        c rejects the other branch as invalid.
      └─ Stopped after block 103: 1 node
           tip cc
           bitcoind 31.0 ×1
           d at block 120
   └─ Tip 110, fork not located yet: no node of yours
        tip dd`);
});

test('a network without a split shows this, with its nodes in one branch', () => {
  const branches = [branch({ nodeCount: 1, nodes: [node('a')] })];
  const network = { name: 'testnet4', state: 'agreed', height: 120, nodeCount: 1, incidentId: null } as const;
  expect(networkLines({ ...network, branches })[0]).toBe('testnet4: agreed, no split');
});
