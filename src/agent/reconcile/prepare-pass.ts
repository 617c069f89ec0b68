import type { DesiredNode } from '../desired/desired-entry.ts';
import { trackReverted, whatRuns } from '../node/revert/what-runs.ts';
import { trackNode } from '../node/track-node.ts';
import type { NewEvent } from '../outbox/event.ts';
import { applyChange, type NodeRecord, type Suspension } from '../runtime/node-record.ts';
import type { NodeObserver, NodeSnapshot, Observation } from '../runtime/runtime.ts';
import type { Sibling } from './seed-coordination.ts';

export interface PassInput {
  requested: DesiredNode;
  record: Readonly<NodeRecord>;
  copy: Sibling | undefined;
}

export interface ObservedPass extends PassInput {
  /** From `desiredNow`, before the node was observed. */
  desired: DesiredNode;
  observed: Observation;
  /** Why the node must not run for now; undefined before a decision. */
  suspension: Suspension | null | undefined;
}

export interface Pass {
  /** Updates the record from desired and observed state, with the events that report it. */
  change: Partial<NodeRecord>;
  events: { event: NewEvent }[];
  /** Plans what follows. Default: with the record as changed by `change`. */
  plan(now: { hasLease: boolean; record?: Readonly<NodeRecord> }): NodeSnapshot;
}

/** Returns the state a node must have now: while its data is copied, its daemon is down and a deletion waits. */
export function desiredNow({ requested, record, copy }: PassInput): DesiredNode {
  const runs = whatRuns(requested, record);
  return copy === undefined ? runs : { ...runs, desiredState: 'stopped' };
}

/** Decides everything before a pass's first step: for a reconciliation, an explanation and a rehearsal alike. */
export function preparePass(observer: Pick<NodeObserver, 'snapshot'>, input: ObservedPass): Pass {
  const { requested, desired, record, observed, copy } = input;
  const { change: tracked, events } = trackNode(desired, record, observed, input.suspension);
  const change = { ...trackReverted(requested, record), ...tracked };
  return {
    change,
    events,
    plan: (now) => {
      const snapshot = observer.snapshot({ desired, observed, record: applyChange(record, change), ...now });
      if (copy === undefined) return snapshot;
      const waitsFor = `copying chain data to ${copy.name}; the node continues afterwards`;
      return { ...snapshot, plan: { ...snapshot.plan, waitsFor } };
    },
  };
}

/** Plans what a reconciliation would do now, and changes nothing. Throws RuntimeError. */
export async function planPass(
  observer: NodeObserver,
  { hasLease, ...input }: PassInput & { hasLease: boolean },
): Promise<NodeSnapshot> {
  const desired = desiredNow(input);
  const observed = await observer.observe(desired);
  const { suspension } = input.record;
  return preparePass(observer, { ...input, desired, observed, suspension }).plan({ hasLease });
}
