import type { MethodCost } from '../../bitcoin/rpc-methods.ts';

export interface SlotLimits {
  /** Calls in flight without the waiting ones. */
  total: number;
  /** Of these, heavy ones: light calls always find a thread. */
  heavy: number;
  waiting: number;
  /** Calls of all consumers that wait for a slot. */
  queued: number;
}

interface Queued {
  cost: MethodCost;
  begin(release: () => void): void;
}

/** Ends a call's use of a slot. */
export type Release = () => void;

/** Divides a daemon's RPC threads among consumers: the calls that wait are served consumer by consumer, not in their order. */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #inFlight: Record<MethodCost, number> = { light: 0, heavy: 0, waiting: 0 };
  /** The first consumer is the next, and waits behind the others then. */
  readonly #queues = new Map<string, Queued[]>();
  #queued = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    const { light, heavy, waiting } = this.#inFlight;
    return light + heavy + waiting;
  }

  get queued(): number {
    return this.#queued;
  }

  get isFull(): boolean {
    return this.#queued >= this.#limits.queued;
  }

  /**
   * Calls `begin` when a slot is free. Returns `taken` if it did so at once, what gives up waiting, or null if the queue is
   * full.
   */
  take(owner: string, cost: MethodCost, begin: (release: Release) => void): 'taken' | (() => void) | null {
    // A free slot goes to those that wait first, so that none of them waits for this one.
    if (this.#hasSlot(cost)) {
      begin(this.#occupy(cost));
      return 'taken';
    }
    if (this.isFull) return null;
    const queued = { cost, begin };
    this.#queues.getOrInsertComputed(owner, () => []).push(queued);
    this.#queued++;
    return () => this.#forget(owner, queued);
  }

  #hasSlot(cost: MethodCost): boolean {
    const { light, heavy, waiting } = this.#inFlight;
    if (cost === 'waiting') return waiting < this.#limits.waiting;
    return light + heavy < this.#limits.total && (cost === 'light' || heavy < this.#limits.heavy);
  }

  #occupy(cost: MethodCost): Release {
    this.#inFlight[cost]++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#inFlight[cost]--;
      this.#serve();
    };
  }

  #serve(): void {
    for (let served = true; served; ) {
      served = false;
      for (const [owner, queue] of [...this.#queues]) {
        const next = queue.find(({ cost }) => this.#hasSlot(cost));
        if (next === undefined) continue;
        this.#forget(owner, next);
        const others = this.#queues.get(owner);
        if (others !== undefined) {
          this.#queues.delete(owner);
          this.#queues.set(owner, others);
        }
        served = true;
        next.begin(this.#occupy(next.cost));
      }
    }
  }

  #forget(owner: string, queued: Queued): void {
    const queue = this.#queues.get(owner);
    const index = queue?.indexOf(queued) ?? -1;
    if (queue === undefined || index < 0) return;
    queue.splice(index, 1);
    this.#queued--;
    if (queue.length === 0) this.#queues.delete(owner);
  }
}
