import { checkConfig } from '../../bitcoin/check-config.ts';
import { keepsBlocks } from '../../bitcoin/keeps-blocks.ts';
import type { ConfigIssue, NodeConfig } from '../../bitcoin/node-config.ts';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import type { ExecutorRow } from '../executors/table.ts';
import { domainError, type Issue } from '../input/errors.ts';

/** Why an executor cannot run a node. */
export interface NodeFault {
  code: UserErrorCode;
  message: string;
  /** Each fault of the configuration, with the path to its value. */
  issues?: readonly Issue[];
}

/**
 * Judges whether an executor can run a node with this configuration, and returns every reason why not. `current` is the configuration of a
 * node that exists: then only what changes is judged against the executor, whose offer may have shrunk since.
 */
export function judgeNode(
  executor: Pick<ExecutorRow, 'name' | 'capabilities' | 'resources'>,
  config: NodeConfig,
  current?: NodeConfig,
): NodeFault[] {
  const changes = (keys: readonly (keyof NodeConfig)[]): boolean =>
    current === undefined || keys.some((key) => JSON.stringify(config[key]) !== JSON.stringify(current[key]));
  return [
    ...(changes(['network', 'client', 'clientVersion', 'nodeType']) ? judgeOffer(executor, config) : []),
    ...judgeConfig(config, current),
    ...(changes(['resources']) ? judgeResources(executor, config) : []),
  ];
}

/** Throws the first of the faults. */
export function throwFirst([fault]: readonly NodeFault[]): void {
  if (fault !== undefined) throw domainError(fault.code, fault.message, fault.issues);
}

function judgeOffer({ name, capabilities }: Pick<ExecutorRow, 'name' | 'capabilities'>, config: NodeConfig) {
  const unless = (offered: readonly string[], value: string, description: string): NodeFault[] =>
    offered.includes(value)
      ? []
      : [
          {
            code: 'chain_not_supported_by_executor',
            message: `${name} does not offer ${description}; it offers ${offered.length === 0 ? 'none' : offered.join(', ')}`,
          },
        ];
  const versions = capabilities.clients.filter(({ client }) => client === config.client).map(({ version }) => version);
  return [
    ...unless(capabilities.networks, config.network, config.network),
    ...unless(capabilities.nodeTypes, config.nodeType, `${config.nodeType} nodes`),
    ...unless(versions, config.clientVersion, `${config.client} ${config.clientVersion}`),
  ];
}

function judgeConfig(config: NodeConfig, current: NodeConfig | undefined): NodeFault[] {
  const prunedBlocks = current === undefined ? [] : judgePrunedBlocks(config, current);
  const issues = [...prunedBlocks, ...checkConfig(config)];
  if (issues.length === 0) return [];
  return [
    {
      code: 'invalid_node_config',
      message: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      issues: issues.map(({ path, message }) => ({ path: ['data', ...path], message })),
    },
  ];
}

/** A node that pruned its blocks cannot become one that keeps them all. */
function judgePrunedBlocks(config: NodeConfig, current: NodeConfig): ConfigIssue[] {
  const byType = current.nodeType === 'pruned' && config.nodeType === 'full';
  if (!byType && (keepsBlocks(current) || !keepsBlocks(config))) return [];
  const path = byType ? ['nodeType'] : ['overrides'];
  return [{ path, message: 'a pruned node has thrown its old blocks away; create a full node instead' }];
}

/** Judges against the whole host: what is free changes by the minute. */
function judgeResources(
  { name, resources }: Pick<ExecutorRow, 'name' | 'resources'>,
  { resources: needs }: NodeConfig,
) {
  const { cpuCores, memoryMiB } = resources;
  const missing: string[] = [];
  if (needs.cpuCores > cpuCores.total) missing.push(`${needs.cpuCores} cores (it has ${cpuCores.total})`);
  if (needs.memoryMiB > memoryMiB.total) missing.push(`${needs.memoryMiB} MiB of memory (it has ${memoryMiB.total})`);
  if (missing.length === 0) return [];
  return [{ code: 'not_enough_resources' as const, message: `${name} cannot give ${missing.join(' and ')}` }];
}
