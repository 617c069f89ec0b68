import type { DesiredNode } from '../../../src/agent/desired/desired-node.ts';
import type { ContainerState, ObservedContainer } from '../../../src/agent/docker/observed-container.ts';
import { blankMemory, type NodeMemory } from '../../../src/agent/reconcile/node-memory.ts';
import type { PlanInput } from '../../../src/agent/reconcile/plan.ts';

/** A node that is wanted and a container that is as it should be; each test changes what it is about. */
export const desired = (more: Partial<DesiredNode> = {}): DesiredNode => ({
  id: 'n1',
  name: 'one',
  revision: 1,
  network: 'regtest',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 512, diskGiB: 5 },
  overrides: [],
  rpcAuth: 'u:aa$bb',
  desiredState: 'running',
  restartCounter: 0,
  dataPolicy: 'remove',
  ...more,
});

export const container = (state: ContainerState, more: Partial<ObservedContainer> = {}): ObservedContainer => ({
  id: 'c1',
  instanceId: 'this',
  name: 'satrap-n1',
  nodeId: 'n1',
  state,
  specHash: 'good',
  ports: { rpc: 1, p2p: 2 },
  imageId: 'image',
  startedAt: state === 'created' ? null : '2026-01-01T00:00:00Z',
  finishedAt: null,
  exitCode: 0,
  oomKilled: false,
  restartCount: 0,
  ...more,
});

export const input = (
  more: Partial<PlanInput> & { containers?: ObservedContainer[]; memory?: NodeMemory } = {},
): PlanInput => ({
  planner: { instanceId: 'this', isAccepted: false },
  desired: desired(),
  issues: [],
  wanted: { specHash: 'good', change: 'changed: override dbcache 1 → 2' },
  image: { fetch: 'example:28.1', present: true },
  observed: { containers: more.containers ?? [], volume: 'present', strangers: [], lookalikes: [], leftover: null },
  memory: blankMemory(0),
  ...more,
});
