import type { SQL } from 'drizzle-orm';
import type { ExecutorOrderByInput, NodeOrderByInput } from '../../../contract/types.generated.ts';
import { orderOf } from '../../platform/input/pages.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { lastHeight, shownPhase, shownStatus } from './where.ts';

/** Translates an order of nodes, each with its executor beside it. Throws `invalid_input`. */
export const nodeOrder = (orderBy: readonly NodeOrderByInput[] | null | undefined): SQL[] =>
  orderOf(orderBy, {
    id: node.id,
    name: node.name,
    executorName: executor.name,
    network: node.network,
    nodeType: node.nodeType,
    clientVersion: node.clientVersion,
    desiredState: node.desiredState,
    phase: shownPhase,
    cpuCores: node.cpuCores,
    memoryMiB: node.memoryMiB,
    diskGiB: node.diskGiB,
    revision: node.revision,
    height: lastHeight,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
  });

/** Translates an order of executors. Throws `invalid_input`. */
export const executorOrder = (orderBy: readonly ExecutorOrderByInput[] | null | undefined): SQL[] =>
  orderOf(orderBy, {
    id: executor.id,
    name: executor.name,
    version: executor.version,
    channel: executor.channel,
    status: shownStatus,
    lastSeenAt: executor.lastSeenAt,
    createdAt: executor.createdAt,
  });
