import { randomUUID } from 'node:crypto';
import type { HeldNodeInput } from '../../src/contract/types.generated.ts';

export const heldNode = (more: Partial<HeldNodeInput> = {}): HeldNodeInput => ({
  ...{ id: randomUUID(), name: 'held', revision: 7, restartCounter: 3, desiredState: 'running', dataPolicy: 'keep' },
  ...{ network: 'regtest', client: 'bitcoind', clientVersion: '28.1', nodeType: 'full', overrides: [] },
  resources: { cpuCores: 0.5, memoryMiB: 512, diskGiB: 2 },
  rpcAuth: `satrap:${'a'.repeat(32)}$${'b'.repeat(64)}`,
  operations: [],
  ...more,
});
