import type { UserErrorCode } from '../../../contract/types.generated.ts';
import type { Issue } from '../../platform/input/errors.ts';

/** Why a node, or a change of it, is refused. */
export interface NodeFault {
  code: UserErrorCode;
  message: string;
  /** Faulty values with their paths; empty if the fault is the executor's. */
  issues: readonly Issue[];
}

export const fault = (code: UserErrorCode, message: string, issues: readonly Issue[] = []): NodeFault => ({
  code,
  message,
  issues,
});
