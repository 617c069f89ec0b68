import type { SyncExecutorMutation } from '../../contract/operations.generated.ts';

/** What the control plane wants a node to be. */
export type DesiredNode = NonNullable<SyncExecutorMutation['syncExecutor']['nodes']>[number];

/** A desired node as this agent holds it. */
export interface HeldNode {
  node: DesiredNode;
  /** The control plane no longer names it, without ever having said that it be deleted: it is left alone. */
  vanished: boolean;
}
