import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';

/** What the control plane wants a node to be. */
export type DesiredNode = NonNullable<NonNullable<SyncExecutorMutation['syncExecutor']>['nodes']>[number];

/** A desired node as this agent stores it. */
export interface DesiredEntry {
  node: DesiredNode;
  /** The control plane no longer lists the node and never marked it for deletion: it is left untouched. */
  orphaned: boolean;
}

/** The part of a desired node that its daemon is configured from. */
export const configOf = (desired: DesiredNode): NodeConfig => ({
  network: desired.network,
  client: desired.client,
  clientVersion: desired.clientVersion,
  nodeType: desired.nodeType,
  resources: desired.resources,
  overrides: desired.overrides,
});
