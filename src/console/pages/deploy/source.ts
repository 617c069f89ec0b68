import type { Network, NodeType } from '../../../contract/types.generated.ts';
import type { DeployOrphansQuery, DeploySiblingsQuery } from './operations.generated.ts';

/** Chain data that a new node may begin with: kept on an executor, or a node’s. */
export interface Source {
  /** Of the node whose data it is. */
  id: string;
  name: string;
  executorId: string;
  executorName: string;
  /** Why it cannot be used now; null where it can. The control plane judges it again. */
  obstacle: string | null;
  /** Null where that is not known. */
  network: Network | null;
  nodeType: NodeType | null;
  height: number | null;
  sizeBytes: number | null;
  /** Names of the wallets that come with it; null where they are not known. */
  wallets: readonly string[] | null;
}

/** Returns the data that nodes have left on executors. Pure. */
export const orphanSources = (executors: readonly NonNullable<DeployOrphansQuery['executors']>[number][]): Source[] =>
  executors.flatMap(({ id: executorId, name: executorName, status, orphans }) =>
    orphans.map(({ nodeId, name, data }) => ({
      ...{ id: nodeId, name, executorId, executorName },
      obstacle: orphanObstacle(status, data),
      ...{ network: data?.network ?? null, nodeType: data?.nodeType ?? null, height: data?.height ?? null },
      ...{ sizeBytes: data?.sizeBytes ?? null, wallets: data?.wallets ?? null },
    })),
  );

function orphanObstacle(status: 'online' | 'offline', data: { network?: Network | null } | null | undefined) {
  if (status === 'offline') return 'Its executor is offline.';
  if (data == null) return 'Its executor has not read it yet.';
  return data.network == null ? 'It holds no chain yet.' : null;
}

/** Returns the nodes that may be copied. Their wallets stay with them. Pure. */
export const siblingSources = (nodes: readonly NonNullable<DeploySiblingsQuery['nodes']>[number][]): Source[] =>
  nodes.map(({ id, name, network, nodeType, desiredState, executor, metrics }) => ({
    ...{ id, name, executorId: executor.id, executorName: executor.name, network, nodeType },
    obstacle:
      desiredState === 'deleted'
        ? 'It is being deleted.'
        : executor.status === 'offline'
          ? 'Its executor is offline.'
          : null,
    ...{ height: metrics?.height ?? null, sizeBytes: metrics?.sizeOnDiskBytes ?? null, wallets: [] },
  }));
