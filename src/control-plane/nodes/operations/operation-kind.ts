import type { OperationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OperationRow } from '../../tables/node-operations.ts';
import type { NodeRow } from '../../tables/nodes.ts';

/** One kind of operation. `Request` is its field in the input of `startNodeOperation`. */
export interface OperationKind<K extends NodeOperationKind = NodeOperationKind, Request = never> {
  title(params: OperationParams<K>): string;
  /** Absent if the control plane carries it out. */
  isCarriedOutByAgent?: true;
  /** Progress, 0 to 1, if the control plane knows it better than the agent; null if unknown. */
  progress?(operation: OperationRow, node: Pick<NodeRow, 'metrics'>): number | null;
  /** Absent if `startNodeOperation` does not start it. */
  start?: {
    /** Kinds that must not be pending on the node. */
    conflictsWith: readonly NodeOperationKind[];
    /** Whether a pending operation of this kind may be started again. Default: never. */
    replaces?(pending: OperationRow, node: NodeRow): boolean;
    /** Returns the parameters to store. Throws why the operation is refused. */
    judge(node: NodeRow, request: Request, transaction: Database): OperationParams<K> | Promise<OperationParams<K>>;
  };
}
