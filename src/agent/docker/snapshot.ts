import type { AgentRpc, ChainTip, OperationRecords } from '../runtime/node-record.ts';
import type { NodeSnapshot } from '../runtime/runtime.ts';
import type { WorkloadSpec } from '../runtime/workload-spec.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';

export interface DockerSnapshot extends NodeSnapshot {
  workload: ObservedContainer | undefined;
  observed: ObservedNode;
  /** What the container must be made from; null while that is unknown. */
  spec: WorkloadSpec | null;
  agentRpc: AgentRpc | null;
  /** The end of the chain as the daemon said it last. */
  tip: ChainTip | null;
  /** What is recorded of the node's operations. */
  operations: OperationRecords;
}
