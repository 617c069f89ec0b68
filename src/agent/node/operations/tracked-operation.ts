import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { Observation } from '../../runtime/runtime.ts';

/** What is reported of an operation while it is in a stage of its kind. */
export interface StageFacts {
  /** Default: running. `undone` is running, or cancelled where the operation is not desired any more. */
  state?: 'requested' | 'undone';
  /** For people; `bytes` adds how many were copied. */
  step?: string;
  bytes?: true;
  cancellable?: true;
}

export interface Tracked {
  change: Partial<NodeRecord>;
  event?: NewEvent;
}

/** What the loop must know of a kind of operation, whichever runtime carries it out. */
export interface TrackedOperation {
  kind: NodeOperationKind;
  stages: Readonly<Record<string, StageFacts>>;
  /** Brings the record up to what is desired and observed; undefined where nothing changes. Pure. */
  track(
    desired: DesiredNode,
    record: Readonly<NodeRecord>,
    observed: Pick<Observation, 'workload' | 'data'>,
  ): Tracked | undefined;
}
