import type { OrphanedNode, OrphanedNodeInput } from '../../../contract/types.generated.ts';

/** The same chain data can be on several executors. */
export const showOrphan = (executorId: string, orphan: OrphanedNodeInput): OrphanedNode => ({
  ...orphan,
  id: `${executorId}:${orphan.nodeId}`,
  kept: orphan.kept ?? false,
});
