/**
 * The right to act for the executor: the control plane accepts the heartbeats of one agent per executor at a time. Who holds it may take
 * over what another installation of the same executor created.
 *
 * The heartbeat grants and loses it. Whoever depends on it listens to its changes, so that nothing rests on the order of two calls.
 */
export class ExecutorLease {
  readonly #listeners: (() => void)[] = [];
  #isHeld = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Calls `listener` after each change, when `isHeld` already has its new value. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  grant(): void {
    this.#change(true);
  }

  lose(): void {
    this.#change(false);
  }

  #change(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    for (const listener of this.#listeners) listener();
  }
}
