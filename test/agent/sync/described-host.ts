import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import type { FullReport } from '../../../src/contract/full-report.ts';

const amount = { total: 8, usedByNodes: 0, free: 8 };

/** The heartbeat of a host without nodes. */
export const describedHost: FullReport = {
  name: 'host',
  kind: 'docker',
  version: '1.0.0',
  channel: 'stable',
  instanceId: '0195b1a2-0000-7000-8000-000000000001',
  capabilities: { clients: [], networks: ['regtest'], nodeTypes: ['full'] },
  resources: { cpuCores: amount, memoryMiB: amount, diskGiB: amount },
  knownRevision: null,
  nodes: [],
  orphans: [],
};

/** The answer to it. */
export const syncAnswer = (change: Partial<SyncAnswer> = {}): SyncAnswer => ({
  ...{ executorId: 'e', revision: 1, recovery: null, observedRevision: null, nodes: [], heartbeatIntervalSeconds: 10 },
  ...{
    requests: [],
    rotateKeyAt: null,
    keyExpiresAt: null,
    upgrade: null,
    gateway: null,
    unsupportedNodes: [],
    ignored: [],
  },
  ...change,
});
