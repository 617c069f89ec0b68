import { randomUUID } from 'node:crypto';
import type { TestExecutor } from './executor.ts';
import { sample } from './sample.ts';

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const since = '2026-01-01T00:00:00.000Z';

/** A node in a heartbeat with as many values as it may have. */
const fullNode = () => ({
  ...{ id: randomUUID(), phase: 'running', since },
  problems: many(32, () => ({ code: 'other', reason: 'it is slow', since })),
  operations: many(32, (index) => ({ id: `operation-${index}`, state: 'running', cancellable: false })),
  wallets: many(100, (index) => `w${index}`),
  legacyWallets: many(90, (index) => `w${index}`),
});

/** A node as in the report of a security review. */
const nodeWithProblems = () => ({
  ...{ id: randomUUID(), phase: 'running', since },
  problems: many(9, () => ({ code: 'other', reason: 'it is slow', since })),
});

/** The largest bodies that each audience may send, by name; with their last one, more nodes than an executor can have. */
export const largestBodies = (host: TestExecutor) => ({
  'heartbeats of 1,000 full nodes': host.syncBody({ nodes: many(1000, fullNode) }),
  'reports of 1,000 samples': host.reportBody(
    many(1000, () =>
      host.event({
        ...{ kind: 'node.sample', nodeId: randomUUID() },
        data: sample(1000, {
          warnings: many(20, () => 'a warning of the daemon'),
          indexes: many(20, (index) => ({ name: `index-${index}`, synced: true, bestBlockHeight: 1000 })),
          branches: many(8, () => ({ height: 1, hash: 'a'.repeat(64), branchLength: 1, status: 'valid_fork' })),
        }),
      }),
    ),
  ),
  'reports of 1,000 large events': host.reportBody(
    many(1000, () => host.event({ message: 'm'.repeat(2000), data: { text: 'x'.repeat(16_000) } })),
  ),
  'heartbeats of 9,900 nodes': host.syncBody({ nodes: many(9900, nodeWithProblems) }),
});

const inLess = (bytes: number, build: (count: number) => string): string => {
  let count = 1;
  while (build(count * 2).length < bytes) count *= 2;
  while (build(count + 100).length < bytes) count += 100;
  return build(count);
};

/** The largest bodies of people. */
export const largestBodiesOfPeople = () => ({
  'changes of nodes by a filter of empty conditions': inLess(256 * 1024, (count) =>
    JSON.stringify({
      query:
        'mutation($where: NodeWhereInput!) { changeNodes(data: { action: stop }, where: $where, expectedCount: 1) { count } }',
      variables: { where: { OR: many(count, () => ({})) } },
    }),
  ),
  'nodes with overrides': inLess(256 * 1024, (count) =>
    JSON.stringify({
      query: 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
      variables: {
        data: { name: 'n', network: 'regtest', overrides: many(count, (n) => ({ key: `k${n}`, value: 'x' })) },
      },
    }),
  ),
});
