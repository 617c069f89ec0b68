import type { NodeProblemCode } from '../../contract/types.generated.ts';

/** Problems detected by agents: the others need the control plane, which knows the other nodes of the network. */
export type FoundCode = Exclude<NodeProblemCode, 'behind_network' | 'other_branch' | 'other'>;

/** A current problem of a node. The reason has no changing figure: each change is a heartbeat. */
export interface FoundProblem {
  code: FoundCode;
  reason: string;
}

/** A reported problem, stored in the node's record. */
export interface NodeProblem extends FoundProblem {
  since: string;
}
