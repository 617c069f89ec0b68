import { addAbortListener } from 'node:events';

export interface Owner {
  organizationId: string | null;
  callerId: string | null;
}

export interface QueueLimits {
  places: number;
  perOrganization: number;
  perCaller: number;
  waitMs: number;
}

export class QueueTimeout extends Error {
  override name = 'QueueTimeout';
}

interface Waiter {
  owner: Owner;
  number: number;
  enter(leave: () => void): void;
  refuse(error: Error): void;
}

/**
 * Hands out a bounded number of slots. The next slot goes to the organization, then the caller, that holds the fewest,
 * then to the longest waiting. The last quarter of an organization's slots is reserved for callers without any.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #heldBy = new Map<string, number>();
  /** By owner, so that the search for the next one looks at one waiter per owner. */
  readonly #waiters = new Map<string, Set<Waiter>>();
  #arrived = 0;
  #held = 0;
  #closed: Error | undefined;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiters.values().reduce((sum, waiters) => sum + waiters.size, 0);
  }

  /** Takes a slot; call the returned function to release it. Throws QueueTimeout, or the reason of `signal`. */
  async take(owner: Owner, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#mayEnter(owner)) return this.#enter(owner);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const refuse = (error: Error) => {
      // Immediately: a slot given to a caller that has left would never be released.
      this.#forget(waiter);
      reject(error);
    };
    const waiter: Waiter = { owner, number: this.#arrived++, enter: resolve, refuse };
    this.#remember(waiter);
    const { waitMs } = this.#limits;
    const timeout = setTimeout(() => refuse(new QueueTimeout(`no slot became free within ${waitMs} ms`)), waitMs);
    using _aborted = signal && addAbortListener(signal, () => refuse(signal.reason));
    return await promise.finally(() => clearTimeout(timeout));
  }

  close(error: Error): void {
    this.#closed = error;
    for (const waiters of this.#waiters.values()) for (const { refuse } of waiters) refuse(error);
  }

  #enter(owner: Owner): () => void {
    this.#count(owner, 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(owner, -1);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    let next: Waiter | undefined;
    for (const [waiter] of this.#waiters.values()) {
      if (waiter === undefined || !this.#mayEnter(waiter.owner)) continue;
      if (next === undefined || this.#comesBefore(waiter, next)) next = waiter;
    }
    if (next === undefined) return;
    this.#forget(next);
    next.enter(this.#enter(next.owner));
  }

  #mayEnter(owner: Owner): boolean {
    const { places, perOrganization, perCaller } = this.#limits;
    const callerHolds = this.#callerHolds(owner);
    const forOrganization = callerHolds === 0 ? perOrganization : Math.ceil(perOrganization * 0.75);
    return this.#held < places && this.#heldOf(organizationOf(owner)) < forOrganization && callerHolds < perCaller;
  }

  #comesBefore({ owner, number }: Waiter, other: Waiter): boolean {
    const more =
      this.#heldOf(organizationOf(owner)) - this.#heldOf(organizationOf(other.owner)) ||
      this.#callerHolds(owner) - this.#callerHolds(other.owner) ||
      number - other.number;
    return more < 0;
  }

  #remember(waiter: Waiter): void {
    this.#waiters.getOrInsertComputed(ownerKey(waiter.owner), () => new Set()).add(waiter);
  }

  #forget(waiter: Waiter): void {
    const key = ownerKey(waiter.owner);
    const waiters = this.#waiters.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(key);
  }

  #callerHolds(owner: Owner): number {
    return owner.callerId === null ? 0 : this.#heldOf(callerOf(owner));
  }

  #heldOf(key: string): number {
    return this.#heldBy.get(key) ?? 0;
  }

  #count(owner: Owner, change: 1 | -1): void {
    this.#held += change;
    for (const key of [organizationOf(owner), callerOf(owner)]) {
      const held = this.#heldOf(key) + change;
      if (held === 0) this.#heldBy.delete(key);
      else this.#heldBy.set(key, held);
    }
  }
}

const organizationOf = ({ organizationId }: Owner): string => `organization ${organizationId}`;
const ownerKey = (owner: Owner): string => `${organizationOf(owner)} ${callerOf(owner)}`;
const callerOf = ({ callerId }: Owner): string => `caller ${callerId}`;
