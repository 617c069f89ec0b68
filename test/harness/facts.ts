import type { NodeConfig } from '../../src/bitcoin/node-config.ts';
import type {
  ExecutorFacts,
  Facts,
  NodeFacts,
  SampleFacts,
} from '../../src/control-plane/alerts/incidents/rules/facts.ts';
import type { ChainWatch } from '../../src/control-plane/tables/incidents.ts';

/** The time at which these tests judge the facts. */
export const now = new Date('2026-10-01T12:00:00.000Z');

export const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

export const sample = (change: Partial<SampleFacts> = {}): SampleFacts => ({
  at: ago(10),
  height: 900_000,
  headers: 900_000,
  bestBlockHash: 'tip',
  chainWork: null,
  catchesUp: false,
  peers: 8,
  uptimeSeconds: 1_000_000,
  memoryMiB: 1000,
  rpcConnections: null,
  branches: [],
  warnings: [],
  ...change,
});

export const watch = (change: Partial<ChainWatch> = {}): ChainWatch => ({
  bestBlockHash: 'tip',
  tipSince: ago(300).getTime(),
  height: 900_000,
  headers: 900_000,
  progressSince: ago(300).getTime(),
  tips: [{ height: 900_000, hash: 'tip' }],
  ...change,
});

export const executorFacts = (change: Partial<ExecutorFacts> = {}): ExecutorFacts => ({
  id: 'executor-1',
  organizationId: 'example',
  name: 'host-1',
  online: true,
  lastSeenAt: ago(5),
  diskTotalGiB: 1000,
  diskFreeGiB: 500,
  diskHistory: [],
  version: '1.0.0',
  channel: 'stable',
  clients: [],
  lastUpgrade: null,
  uninstalledAt: null,
  ...change,
});

export const nodeFacts = ({
  config,
  ...change
}: Omit<Partial<NodeFacts>, 'config'> & { config?: Partial<NodeConfig> } = {}): NodeFacts => ({
  config: {
    ...{ client: 'bitcoind', clientVersion: '31.1', nodeType: 'full', overrides: [] },
    network: change.network ?? 'mainnet',
    resources: { cpuCores: 4, memoryMiB: 4096, diskGiB: 1000 },
    ...config,
  },
  hasLegacyWallets: null,
  id: 'node-1',
  organizationId: 'example',
  executorId: 'executor-1',
  executorOnline: true,
  name: 'btc-1',
  network: 'mainnet',
  challenge: null,
  desiredState: 'running',
  memoryLimitMiB: 4096,
  phase: 'running',
  phaseSince: ago(86_400),
  reason: null,
  problems: [],
  sample: sample(),
  watch: watch(),
  endpoint: null,
  exits: 0,
  outOfMemoryAt: null,
  restartsUntil: null,
  ...change,
});

export const facts = (change: Partial<Facts> = {}): Facts => ({
  executors: [executorFacts()],
  nodes: [nodeFacts()],
  keys: [],
  consumers: [],
  channels: [],
  releases: [],
  stoppedRollouts: [],
  stoppedNodeRollouts: [],
  backups: [],
  ...change,
});
