import type { NodeProblemCode } from '../../contract/types.generated.ts';

/** What an agent finds: the others are for the control plane, which knows the other nodes of the network. */
export type FoundCode = Exclude<NodeProblemCode, 'behind_network' | 'other'>;

/** Something that is wrong with a node now. The reason has no figure that changes while it lasts: each change is a heartbeat. */
export interface FoundProblem {
  code: FoundCode;
  reason: string;
}

/** A problem that is told to people. It lies on disk in the node's record. */
export interface NodeProblem extends FoundProblem {
  since: string;
}
