import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeObserver, NodeSnapshot } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';

/** Re-creates one node at a time after a reinstallation, so that a host never has all of its daemons down. */
export function takeoverTurns(wake: (nodeId: string) => void) {
  const waiting = new Set<string>();
  let holder: string | undefined;
  return {
    /** Returns whether it is the node's turn. A waiting node is woken for its turn. */
    take(nodeId: string): boolean {
      if (holder !== undefined && holder !== nodeId) {
        waiting.add(nodeId);
        return false;
      }
      holder = nodeId;
      return true;
    },
    end(nodeId: string): void {
      if (holder !== nodeId) return;
      holder = undefined;
      const woken = [...waiting];
      waiting.clear();
      for (const each of woken) wake(each);
    },
  };
}

export type TakeoverTurns = ReturnType<typeof takeoverTurns>;

/** The event of a matching workload of a previous installation, which keeps running. */
export const takenOver = (nodeId: string): NewEvent => ({
  kind: 'node.taken_over',
  nodeId,
  message: 'Took over the container of a previous agent installation: it matches the desired state.',
});

/** Returns the snapshot without steps while a previous installation's workload waits for its turn. */
export function inTurn(
  snapshot: NodeSnapshot,
  { applied }: Pick<NodeRecord, 'applied'>,
  deps: { instanceId: string; takeovers: TakeoverTurns; runtime: Pick<NodeObserver, 'describeStep'> },
): NodeSnapshot {
  const { instanceId, takeovers, runtime } = deps;
  const { workload, plan, desired } = snapshot;
  const [step] = plan.steps;
  // A stopped one need not wait: its re-creation takes no daemon down.
  const isFormer = workload !== undefined && isUp(workload) && applied === null && workload.instanceId !== instanceId;
  if (step === undefined || !isFormer || desired.desiredState !== 'running') return snapshot;
  if (runtime.describeStep(step).effect === 'pull' || takeovers.take(desired.id)) return snapshot;
  const waitsFor = 'its turn: after a reinstallation, the agent re-creates one container at a time';
  return { ...snapshot, plan: { ...plan, steps: [], waitsFor } };
}
