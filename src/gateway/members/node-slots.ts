import { FairSlots } from './fair-slots.ts';
import { fewestThreads, slotLimits } from './slot-limits.ts';

interface Shared {
  slots: FairSlots;
  users: number;
}

/** The slots of each node, which the members of several endpoints share: the node has its RPC threads once. */
export class NodeSlots {
  readonly #byNode = new Map<string, Shared>();

  /** Returns the slots of a node, until they are released as often. */
  acquire(nodeId: string): FairSlots {
    const shared = this.#byNode.getOrInsertComputed(nodeId, () => ({
      slots: new FairSlots(slotLimits(fewestThreads)),
      users: 0,
    }));
    shared.users++;
    return shared.slots;
  }

  release(nodeId: string): void {
    const shared = this.#byNode.get(nodeId);
    if (shared === undefined) return;
    shared.users--;
    if (shared.users === 0) this.#byNode.delete(nodeId);
  }
}
