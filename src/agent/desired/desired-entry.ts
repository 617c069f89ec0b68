import type { SyncExecutorMutation } from '../../contract/operations.generated.ts';

/** What the control plane wants a node to be. */
export type DesiredNode = NonNullable<NonNullable<SyncExecutorMutation['syncExecutor']>['nodes']>[number];

/** A desired node as this agent stores it. */
export interface DesiredEntry {
  node: DesiredNode;
  /** The control plane no longer lists the node and never marked it for deletion: it is left untouched. */
  orphaned: boolean;
}
