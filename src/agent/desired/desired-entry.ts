import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';
import type { OperationParams } from '../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../contract/types.generated.ts';

type ReceivedNode = NonNullable<NonNullable<SyncExecutorMutation['syncExecutor']>['nodes']>[number];

/** An operation of a node. */
interface DesiredOperation {
  id: string;
  kind: string;
  /** Those of its kind. */
  params: unknown;
  hasStarted: boolean;
}

export interface DesiredNode extends Omit<ReceivedNode, 'operations'> {
  operations: DesiredOperation[];
}

/** A desired node as stored by this agent. */
export interface DesiredEntry {
  node: DesiredNode;
  /** The control plane no longer lists the node and never marked it for deletion: it is left untouched. */
  orphaned: boolean;
}

export function configOf(desired: DesiredNode): NodeConfig {
  const { network, signet, client, clientVersion, tor, nodeType, resources, overrides } = desired;
  return { network, signet, client, clientVersion, tor, nodeType, resources, overrides };
}

interface WantedOperation<K extends NodeOperationKind> {
  id: string;
  params: OperationParams<K>;
  /** Whether the control plane knows that it has started. */
  hasStarted: boolean;
}

/** Returns the latest desired operation of a kind. Its parameters were validated on receipt. */
export const desiredOperation = <K extends NodeOperationKind>(
  { operations }: Pick<DesiredNode, 'operations'>,
  kind: K,
): WantedOperation<K> | undefined =>
  operations.findLast((operation) => operation.kind === kind) as WantedOperation<K> | undefined;
