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
  readonly #heldByOrganization = new Map<string | null, number>();
  readonly #heldByCaller = new Map<string | null, number>();
  /**
   * By organization and caller. The search for the next one passes only those that hold slots, which are few, before it
   * finds one that holds none.
   */
  readonly #waiters = new Map<string | null, Map<string | null, Set<Waiter>>>();
  #arrived = 0;
  #held = 0;
  #closed: Error | undefined;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#all().reduce((sum) => sum + 1, 0);
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
    for (const { refuse } of this.#all()) refuse(error);
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
    for (const [organizationId, callers] of this.#waiters) {
      if (this.#ofOrganization(organizationId) >= this.#limits.perOrganization) continue;
      const waiter = this.#nextOf(callers);
      if (waiter === undefined) continue;
      if (next === undefined || this.#comesBefore(waiter, next)) next = waiter;
      if (this.#ofOrganization(organizationId) === 0) break;
    }
    if (next === undefined) return;
    this.#forget(next);
    next.enter(this.#enter(next.owner));
  }

  /** Of one organization. */
  #nextOf(callers: ReadonlyMap<string | null, ReadonlySet<Waiter>>): Waiter | undefined {
    let next: Waiter | undefined;
    for (const [callerId, [waiter]] of callers) {
      if (waiter === undefined || !this.#mayEnter(waiter.owner)) continue;
      if (this.#ofCaller(callerId) === 0) return waiter;
      if (next === undefined || this.#comesBefore(waiter, next)) next = waiter;
    }
    return next;
  }

  #mayEnter({ organizationId, callerId }: Owner): boolean {
    const { places, perOrganization, perCaller } = this.#limits;
    const callerHolds = this.#ofCaller(callerId);
    const forOrganization = callerHolds === 0 ? perOrganization : Math.ceil(perOrganization * 0.75);
    return this.#held < places && this.#ofOrganization(organizationId) < forOrganization && callerHolds < perCaller;
  }

  #comesBefore({ owner, number }: Waiter, other: Waiter): boolean {
    const more =
      this.#ofOrganization(owner.organizationId) - this.#ofOrganization(other.owner.organizationId) ||
      this.#ofCaller(owner.callerId) - this.#ofCaller(other.owner.callerId) ||
      number - other.number;
    return more < 0;
  }

  #remember(waiter: Waiter): void {
    const { organizationId, callerId } = waiter.owner;
    const callers = this.#waiters.getOrInsertComputed(organizationId, () => new Map());
    callers.getOrInsertComputed(callerId, () => new Set()).add(waiter);
  }

  /** A caller, or an organization, with others that wait goes behind the rest. */
  #forget(waiter: Waiter): void {
    const { organizationId, callerId } = waiter.owner;
    const callers = this.#waiters.get(organizationId);
    const waiters = callers?.get(callerId);
    if (callers === undefined || waiters === undefined) return;
    waiters.delete(waiter);
    callers.delete(callerId);
    if (waiters.size > 0) callers.set(callerId, waiters);
    this.#waiters.delete(organizationId);
    if (callers.size > 0) this.#waiters.set(organizationId, callers);
  }

  *#all(): Generator<Waiter> {
    for (const callers of this.#waiters.values()) for (const waiters of callers.values()) yield* waiters;
  }

  /** Slots that it holds; 0 for a caller who is not known. */
  #ofCaller(callerId: string | null): number {
    return callerId === null ? 0 : (this.#heldByCaller.get(callerId) ?? 0);
  }

  #ofOrganization(organizationId: string | null): number {
    return this.#heldByOrganization.get(organizationId) ?? 0;
  }

  #count({ organizationId, callerId }: Owner, change: 1 | -1): void {
    this.#held += change;
    add(this.#heldByOrganization, organizationId, change);
    add(this.#heldByCaller, callerId, change);
  }
}

function add(held: Map<string | null, number>, key: string | null, change: 1 | -1): void {
  const count = (held.get(key) ?? 0) + change;
  if (count === 0) held.delete(key);
  else held.set(key, count);
}
