import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { Observation } from '../../runtime/runtime.ts';

export interface StageFacts {
  /** Default: running. `undone` is running, or cancelled if the operation is no longer desired. */
  state?: 'requested' | 'undone';
  /** For people; `bytes` adds the amount copied. */
  step?: string;
  bytes?: true;
  cancellable?: true;
}

export interface Tracked {
  change: Partial<NodeRecord>;
  event?: NewEvent;
}

/** How the loop tracks a kind of operation, whatever the runtime. */
export interface TrackedOperation {
  kind: NodeOperationKind;
  stages: Readonly<Record<string, StageFacts>>;
  /** Updates the record from desired and observed state; undefined without a change. */
  track(
    desired: DesiredNode,
    record: Readonly<NodeRecord>,
    observed: Pick<Observation, 'workload' | 'data'>,
  ): Tracked | undefined;
}
