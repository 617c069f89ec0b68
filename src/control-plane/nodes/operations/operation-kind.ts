import type * as z from 'zod';
import type { OperationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OperationRow } from '../../tables/node-operations.ts';
import type { NodeRow } from '../../tables/nodes.ts';

/** One kind of operation. `Request` is what people give to `startNodeOperation`. */
export interface OperationKind<K extends NodeOperationKind = NodeOperationKind, Request = never> {
  kind: K;
  /** What it does, for people. */
  title(params: OperationParams<K>): string;
  /** Absent where the control plane carries it out itself. */
  isCarriedOutByAgent?: true;
  /** How much is done, 0 to 1, where the control plane knows it better than the agent; null where it is unknown. */
  progress?(operation: OperationRow, node: Pick<NodeRow, 'metrics'>): number | null;
  /** Absent for what `startNodeOperation` does not start. */
  start?: {
    request: z.ZodType<Request>;
    /** Kinds of which none may be pending on the node. */
    conflictsWith: readonly NodeOperationKind[];
    /** Whether a pending operation of this kind may be started again. Default: never. */
    replaces?(pending: OperationRow, node: NodeRow): boolean;
    /** Returns the parameters that are stored. Throws what stands against the operation. */
    judge(node: NodeRow, request: Request, transaction: Database): OperationParams<K> | Promise<OperationParams<K>>;
  };
}
