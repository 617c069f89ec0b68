/** A request is not answered any more: its caller left, or its consumer was revoked. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/** Ends what is done for one request. Lighter than an AbortSignal, of which each call would need several. */
export class Cancellation {
  #isCancelled = false;
  readonly #listeners = new Set<() => void>();

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls `listener` on a cancellation, at once if there was one. Returns its removal. */
  on(listener: () => void): () => void {
    if (this.#isCancelled) listener();
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  throwIfCancelled(): void {
    if (this.#isCancelled) throw new Cancelled('the request was cancelled');
  }
}
