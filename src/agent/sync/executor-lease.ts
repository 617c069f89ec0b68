import { addAbortListener } from 'node:events';

/** The right to act for the executor, also on another installation's objects, while heartbeats are accepted. */
export class ExecutorLease {
  readonly #listeners = new Set<() => void>();
  #isHeld = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  set isHeld(isHeld: boolean) {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each change of `isHeld`. Returns how to unsubscribe. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the lease is held or `signal` aborts. */
  async held(signal: AbortSignal): Promise<void> {
    if (this.#isHeld || signal.aborted) return;
    const held = Promise.withResolvers<void>();
    using _listener = addAbortListener(signal, () => held.resolve());
    const stopListening = this.onChange(held.resolve);
    await held.promise;
    stopListening();
  }
}
