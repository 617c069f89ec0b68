import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { ExecutorRow } from '../executors/executor.ts';
import type { node } from './table.ts';

/** A node together with the executor that it runs on. */
export type NodeRow = typeof node.$inferSelect & { executor: ExecutorRow };

export const configOf = (
  row: Pick<
    typeof node.$inferSelect,
    'network' | 'client' | 'clientVersion' | 'nodeType' | 'cpuCores' | 'memoryMiB' | 'diskGiB' | 'overrides'
  >,
): NodeConfig => ({
  network: row.network,
  client: row.client,
  clientVersion: row.clientVersion,
  nodeType: row.nodeType,
  resources: { cpuCores: row.cpuCores, memoryMiB: row.memoryMiB, diskGiB: row.diskGiB },
  overrides: row.overrides,
});
