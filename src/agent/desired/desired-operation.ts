import type { OperationParams } from '../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../contract/types.generated.ts';
import type { DesiredNode } from './desired-entry.ts';

export interface WantedOperation<K extends NodeOperationKind> {
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
