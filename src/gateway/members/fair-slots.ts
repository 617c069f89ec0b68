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

/** One consumer has at most half of the slots that calls hold for long, and leaves one of all. */
const ofConsumer = ({ total, heavy, waiting, queued }: SlotLimits): SlotLimits => ({
  ...{ total: Math.max(1, total - 1), heavy: Math.ceil(heavy / 2), waiting: Math.ceil(waiting / 2) },
  queued: Math.ceil(queued / 2),
});

interface Queued {
  cost: MethodCost;
  begin(release: () => void): void;
}

/** Calls by their cost. */
type InFlight = Record<MethodCost, number>;

const sumOf = ({ light, heavy, waiting }: InFlight): number => light + heavy + waiting;

function isBelow({ light, heavy, waiting }: InFlight, limits: SlotLimits, cost: MethodCost): boolean {
  if (cost === 'waiting') return waiting < limits.waiting;
  return light + heavy < limits.total && (cost === 'light' || heavy < limits.heavy);
}

/** Ends a call's use of a slot. */
export type Release = () => void;

/** Divides a daemon's RPC threads among consumers: the calls that wait are served consumer by consumer, not in their order. */
export class FairSlots {
  #limits: SlotLimits;
  #limitsOfConsumer: SlotLimits;
  readonly #inFlight: InFlight = { light: 0, heavy: 0, waiting: 0 };
  readonly #byOwner = new Map<string, InFlight>();
  /** The first consumer is the next, and waits behind the others then. */
  readonly #queues = new Map<string, Queued[]>();
  #queued = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#limitsOfConsumer = ofConsumer(limits);
  }

  /** Calls in flight beyond lower limits end. */
  setLimits(limits: SlotLimits): void {
    this.#limits = limits;
    this.#limitsOfConsumer = ofConsumer(limits);
    this.#serve();
  }

  get inFlight(): number {
    return sumOf(this.#inFlight);
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
    if (this.#hasSlot(owner, cost)) {
      begin(this.#occupy(owner, cost));
      return 'taken';
    }
    if (this.isFull || (this.#queues.get(owner)?.length ?? 0) >= this.#limitsOfConsumer.queued) return null;
    const queued = { cost, begin };
    this.#queues.getOrInsertComputed(owner, () => []).push(queued);
    this.#queued++;
    return () => this.#forget(owner, queued);
  }

  #hasSlot(owner: string, cost: MethodCost): boolean {
    const own = this.#byOwner.get(owner);
    return (
      isBelow(this.#inFlight, this.#limits, cost) && (own === undefined || isBelow(own, this.#limitsOfConsumer, cost))
    );
  }

  #occupy(owner: string, cost: MethodCost): Release {
    const own = this.#byOwner.getOrInsertComputed(owner, () => ({ light: 0, heavy: 0, waiting: 0 }));
    this.#inFlight[cost]++;
    own[cost]++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#inFlight[cost]--;
      own[cost]--;
      if (sumOf(own) === 0) this.#byOwner.delete(owner);
      this.#serve();
    };
  }

  #serve(): void {
    for (let served = true; served; ) {
      served = false;
      for (const [owner, queue] of [...this.#queues]) {
        const next = queue.find(({ cost }) => this.#hasSlot(owner, cost));
        if (next === undefined) continue;
        this.#forget(owner, next);
        const others = this.#queues.get(owner);
        if (others !== undefined) {
          this.#queues.delete(owner);
          this.#queues.set(owner, others);
        }
        served = true;
        next.begin(this.#occupy(owner, next.cost));
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
