import { configHash, configLines } from '../../bitcoin/config-lines.ts';
import { effectiveConfig, withLoweredConnections } from '../../bitcoin/effective-config.ts';
import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { ConfigSetting } from '../../bitcoin/node-settings.ts';
import { isAnswering } from '../../contract/phases.ts';
import type { ConfigState } from '../../contract/types.generated.ts';
import type { NodeRow, node } from '../tables/nodes.ts';

export type ConfigColumns = Pick<
  typeof node.$inferSelect,
  | 'network'
  | 'signet'
  | 'client'
  | 'clientVersion'
  | 'tor'
  | 'nodeType'
  | 'cpuCores'
  | 'memoryMiB'
  | 'diskGiB'
  | 'overrides'
>;

export const configOf = (row: ConfigColumns): NodeConfig => ({
  network: row.network,
  signet: row.signet,
  client: row.client,
  clientVersion: row.clientVersion,
  tor: row.tor,
  nodeType: row.nodeType,
  resources: { cpuCores: row.cpuCores, memoryMiB: row.memoryMiB, diskGiB: row.diskGiB },
  overrides: row.overrides,
});

export const columnsOf = ({
  resources,
  overrides,
  signet = null,
  tor = null,
  ...config
}: NodeConfig): ConfigColumns => ({
  ...config,
  signet,
  tor,
  ...resources,
  overrides: [...overrides],
});

type StateColumns = ConfigColumns & Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> };

/** Compares the daemon's configuration with the rendered one. */
export function configState({ observed, executor, ...config }: StateColumns): ConfigState {
  const answers = executor.online && isAnswering(observed?.phase);
  if (!answers || !observed?.configHash) return 'unknown';
  return observed.configHash === configHash(configLines(configOf(config))) ? 'running' : 'differs';
}

/** The settings of a node, with what its daemon took in place of a setting that it runs with. */
export function shownConfig(row: StateColumns): ConfigSetting[] {
  const settings = effectiveConfig(configOf(row));
  const lowered = row.observed?.loweredConnections ?? null;
  return lowered === null || configState(row) !== 'running' ? settings : withLoweredConnections(settings, lowered);
}
