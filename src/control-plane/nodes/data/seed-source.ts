import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, isNull, sql } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { nodeOperation, pendingStates } from '../../tables/node-operations.ts';
import { type NodeRow, node } from '../../tables/nodes.ts';
import { findNode, lockNode } from '../find-nodes.ts';
import { configOf } from '../node-config.ts';
import { resourcesOn } from '../placement/data-roots.ts';
import { invalidConfig, judgeData } from '../placement/judge-node.ts';
import { fault, type NodeFault } from '../placement/node-fault.ts';
import { dataFormatOf } from './data-format.ts';

const mebibyte = 1024 * 1024;

/** A node whose chain data a new node is copied from. */
export interface SeedSource {
  row: NodeRow;
  /** The node that is already being copied from it. */
  copiedBy: string | undefined;
}

/** Finds a node to copy from. With `locks`, its executor is locked until the transaction ends. Throws Forbidden. */
export async function findSeedSource(
  database: Database,
  { organizationId, nodeId, locks }: { organizationId: string; nodeId: string; locks: boolean },
): Promise<SeedSource> {
  const row = await (locks ? lockNode : findNode)(database, organizationId, nodeId);
  if (row === undefined) throw forbidden();
  return { row, copiedBy: await copyOf(database, row) };
}

/** Returns the name of the node that is being copied from this one, or undefined. */
export async function copyOf(
  database: Database,
  { id, executorId }: Pick<NodeRow, 'id' | 'executorId'>,
): Promise<string | undefined> {
  const [copy] = await database
    .select({ name: node.name })
    .from(nodeOperation)
    .innerJoin(node, eq(node.id, nodeOperation.nodeId))
    .where(
      and(
        eq(node.executorId, executorId),
        isNull(node.removedAt),
        eq(nodeOperation.kind, 'seed'),
        inArray(nodeOperation.state, pendingStates),
        sql`${nodeOperation.params} ->> 'from' = ${id}`,
      ),
    )
    .limit(1);
  return copy?.name;
}

/** Returns why a node with this configuration cannot be created as a copy. */
export function judgeSeed(config: NodeConfig, { row, copiedBy }: SeedSource, dataRoot = defaultDataRoot): NodeFault[] {
  const { name, executor, desiredState } = row;
  const data = dataFormatOf(row);
  const current = configOf(row);
  const isOtherNetwork = current.network !== config.network;
  const otherNetwork = `${name} is on ${current.network}; choose that network, or another node to copy`;
  const copying = `the chain data of ${name} is being copied for ${copiedBy}; wait until ${copiedBy} runs, or delete it`;
  const neededMiB = (row.metrics?.sizeOnDiskBytes ?? 0) / mebibyte;
  const { total, free } = resourcesOn(executor.resources, dataRoot).diskMiB;
  const full = `${executor.name} has ${gibibytes(free)} GiB of disk free; the chain data of ${name} takes ${gibibytes(neededMiB)} GiB`;
  return [
    ...(desiredState === 'deleted' ? [fault('node_being_deleted', `${name} is being deleted`)] : []),
    ...(copiedBy === undefined ? [] : [fault('chain_data_busy', copying)]),
    ...invalidConfig([
      ...(data === null ? [{ path: ['seedFrom'], message: `${name} has not run yet and has no chain to copy` }] : []),
      ...(isOtherNetwork ? [{ path: ['network'], message: otherNetwork }] : []),
      ...judgeData(config, { config: current, data }),
    ]),
    ...(total > 0 && neededMiB > free ? [fault('not_enough_resources', full)] : []),
  ];
}

const gibibytes = (mebibytes: number): string => (mebibytes / 1024).toFixed(1);
