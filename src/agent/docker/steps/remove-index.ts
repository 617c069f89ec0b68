import type { IndexKey } from '../../../bitcoin/chain-facts.ts';
import { allIndexFolders, indexFolders } from '../../../bitcoin/chain-indexes.ts';
import { networkFacts } from '../../../bitcoin/network.ts';
import { inspectContainer } from '../engine/containers.ts';
import { removeDataFolder } from '../engine/node-files.ts';
import type { StepKind } from '../step-kind.ts';
import { nodeFiles } from './set-aside-file.ts';

interface RemoveIndex {
  containerId: string;
  operationId: string;
  index: IndexKey;
  /** Whether the index is off and is not built again. */
  remove: boolean;
}

/** Removes the folder of one index of a daemon that is down. Returns when the daemon ended; null if it never ran. */
export const removeIndex: StepKind<'remove-index', RemoveIndex, string | null> = {
  kind: 'remove-index',
  operationOf: ({ operationId }) => operationId,
  texts: ({ index }) => [`remove the data of ${index}`, `Removed the data of ${index}`],
  event: 'node.index_removed',
  async apply({ containerId, index, remove }, run) {
    const { network, clientVersion } = run.snapshot.desired;
    const folders = remove ? allIndexFolders(index) : indexFolders(index, clientVersion);
    for (const folder of folders)
      await removeDataFolder(nodeFiles(containerId, run), `${networkFacts(network).folder}${folder}`);
    return (await inspectContainer(run.client, containerId))?.finishedAt ?? null;
  },
  finish({ operationId: id, index, remove }, startedAt = null) {
    const stage = remove ? ('succeeded' as const) : ('running' as const);
    return {
      change: {
        cause: `${index} is ${remove ? 'removed' : 'built again'}`,
        operations: { rebuild_index: { id, stage, startedAt, reason: null } },
      },
      event: { data: { index } },
    };
  },
};
