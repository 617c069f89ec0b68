import type { AgentRpc, ChainTip, OperationRecords } from '../runtime/node-record.ts';
import type { NodeSnapshot } from '../runtime/runtime.ts';
import type { WorkloadSpec } from '../runtime/workload-spec.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';

export interface DockerSnapshot extends NodeSnapshot {
  workload: ObservedContainer | undefined;
  observed: ObservedNode;
  /** The desired spec of the container; null while unknown. */
  spec: WorkloadSpec | null;
  agentRpc: AgentRpc | null;
  /** The chain tip last reported by the daemon. */
  tip: ChainTip | null;
  /** The node's recorded operations. */
  operations: OperationRecords;
}
