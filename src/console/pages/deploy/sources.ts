import type { CustomSignet } from '../../../bitcoin/node-config.ts';
import { formatBytes, formatNumber } from '../../display/format.ts';
import type { Host } from './fit.ts';
import type { DeploySiblingsQuery } from './operations.generated.ts';

type ChainData = NonNullable<Host['orphans'][number]['data']>;

/** Chain data that a new node can start from: of a deleted or an existing node. */
export interface Source extends ChainData {
  id: string;
  name: string;
  executorId: string;
  executorName: string;
  /** The custom signet of its chain, null for none; undefined if only the control plane knows. */
  signet?: CustomSignet | null;
  /** Why the data cannot be used; null if it can. The control plane checks again. */
  obstacle: string | null;
}

const unknownData: ChainData = { network: null, nodeType: null, height: null, sizeBytes: null, wallets: null };

/** Describes chain data by what is known of it. */
export const dataFacts = ({ network, nodeType, height, sizeBytes }: Omit<ChainData, 'wallets'>): string[] =>
  [
    ...[network, nodeType, height === null ? null : `height ${formatNumber(height)}`],
    sizeBytes === null ? null : formatBytes(sizeBytes),
  ].filter((fact) => fact !== null);

export const orphanSources = (executors: readonly Host[]): Source[] =>
  executors.flatMap(({ id: executorId, name: executorName, status, orphans }) =>
    orphans.map(({ nodeId: id, name, data }) => {
      const obstacle = status === 'offline' ? 'Host offline.' : dataObstacle(data);
      return { ...(data ?? unknownData), id, name, executorId, executorName, obstacle };
    }),
  );

function dataObstacle(data: ChainData | null): string | null {
  if (data === null) return 'Not inspected by the host yet.';
  return data.network === null ? 'No chain data yet.' : null;
}

/** Returns the nodes that can be copied. A copy does not include wallets. */
export const siblingSources = (
  nodes: readonly NonNullable<DeploySiblingsQuery['nodesConnection']>['nodes'][number][],
): Source[] =>
  nodes.map(({ desiredState, executor, metrics, ...node }) => ({
    ...node,
    executorId: executor.id,
    executorName: executor.name,
    wallets: [],
    obstacle: desiredState === 'deleted' ? 'Being deleted.' : executor.status === 'offline' ? 'Host offline.' : null,
    height: metrics?.height ?? null,
    sizeBytes: metrics?.sizeOnDiskBytes ?? null,
  }));
