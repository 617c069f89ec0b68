import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';

export type DesiredNode = NonNullable<NonNullable<SyncExecutorMutation['syncExecutor']>['nodes']>[number];

/** A desired node as stored by this agent. */
export interface DesiredEntry {
  node: DesiredNode;
  /** The control plane no longer lists the node and never marked it for deletion: it is left untouched. */
  orphaned: boolean;
}

export const configOf = (desired: DesiredNode): NodeConfig => ({
  network: desired.network,
  client: desired.client,
  clientVersion: desired.clientVersion,
  nodeType: desired.nodeType,
  resources: desired.resources,
  overrides: desired.overrides,
});
