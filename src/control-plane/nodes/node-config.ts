import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { node } from '../tables/nodes.ts';

export type ConfigColumns = Pick<
  typeof node.$inferSelect,
  'network' | 'client' | 'clientVersion' | 'nodeType' | 'cpuCores' | 'memoryMiB' | 'diskGiB' | 'overrides'
>;

/** Returns the configuration in a row of the table. */
export const configOf = (row: ConfigColumns): NodeConfig => ({
  network: row.network,
  client: row.client,
  clientVersion: row.clientVersion,
  nodeType: row.nodeType,
  resources: { cpuCores: row.cpuCores, memoryMiB: row.memoryMiB, diskGiB: row.diskGiB },
  overrides: row.overrides,
});

export const columnsOf = ({ resources, overrides, ...config }: NodeConfig): ConfigColumns => ({
  ...config,
  ...resources,
  overrides: [...overrides],
});
