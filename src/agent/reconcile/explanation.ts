/** Why a node is as it is, and what follows. */
export interface NodeExplanation {
  node: { id: string; name: string };
  desired: string[];
  observed: string[];
  steps: { action: string; why: string }[];
  /** What must happen before there is anything more to do; null when nothing is waited for. */
  waitingFor: string | null;
}
