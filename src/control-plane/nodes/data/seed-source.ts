import { chainOf, isSameChain, networkName, shownNetworkName } from '../../../bitcoin/network-name.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import { and, type Database, eq, hasKey, inArray, sql } from '../../platform/database/database.ts';
import { nodeOperation, pendingStates } from '../../tables/node-operations.ts';
import { type NodeRow, node, nodesOn } from '../../tables/nodes.ts';
import { configOf } from '../node-config.ts';
import { dataGiBOf, resourcesOn } from '../placement/data-roots.ts';
import { invalidConfig, judgeData } from '../placement/judge-node.ts';
import { fault, type NodeFault } from '../placement/node-fault.ts';
import { dataFormatOf } from './data-format.ts';

/** Returns the name of the node that is being copied from this one, or undefined. */
export async function copyOf(
  database: Database,
  { id, executor }: Pick<NodeRow, 'id' | 'executor'>,
): Promise<string | undefined> {
  const [copy] = await database
    .select({ name: node.name })
    .from(nodeOperation)
    .innerJoin(node, hasKey(node, nodeOperation.organizationId, nodeOperation.nodeId))
    .where(
      nodesOn(
        executor,
        and(
          eq(nodeOperation.kind, 'seed'),
          inArray(nodeOperation.state, pendingStates),
          sql`${nodeOperation.params} ->> 'from' = ${id}`,
        ),
      ),
    )
    .limit(1);
  return copy?.name;
}

/** Returns why a node with this configuration cannot be created as a copy. */
export function judgeSeed(
  config: NodeConfig,
  row: NodeRow,
  { copiedBy, dataRoot = defaultDataRoot }: { copiedBy: string | undefined; dataRoot: string | undefined },
): NodeFault[] {
  const { name, executor, desiredState } = row;
  const data = dataFormatOf(row);
  const current = configOf(row);
  const chain = chainOf(current);
  const otherNetwork = `${name} is on ${shownNetworkName(networkName(chain))}; choose that network, or another node to copy`;
  const copying = `the chain data of ${name} is being copied for ${copiedBy}; wait until ${copiedBy} runs, or delete it`;
  const onSnapshot = row.observed?.problems?.some(({ code }) => code === 'validating_snapshot')
    ? `${name} runs on a UTXO snapshot whose history its daemon still validates; wait until that is done, or choose another node to copy`
    : null;
  const neededGiB = dataGiBOf(row);
  const { total, free } = resourcesOn(executor.resources, dataRoot).diskGiB;
  const full = `${executor.name} has ${free.toFixed(1)} GiB of disk free; the chain data of ${name} takes ${neededGiB.toFixed(1)} GiB`;
  return [
    ...(desiredState === 'deleted' ? [fault('node_being_deleted', `${name} is being deleted`)] : []),
    ...(copiedBy === undefined ? [] : [fault('chain_data_busy', copying)]),
    ...invalidConfig([
      ...(data === null ? [{ path: ['seedFrom'], message: `${name} has not run yet and has no chain to copy` }] : []),
      ...(onSnapshot === null ? [] : [{ path: ['seedFrom'], message: onSnapshot }]),
      ...(isSameChain(chain, chainOf(config)) ? [] : [{ path: ['network'], message: otherNetwork }]),
      ...judgeData(config, { config: current, data }),
    ]),
    ...(total > 0 && neededGiB > free ? [fault('not_enough_resources', full)] : []),
  ];
}
