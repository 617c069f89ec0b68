/** Shares one call among all callers in the same turn of the event loop: it starts after the request, so it is never stale. */
export class SharedCall<T> {
  readonly #call: () => Promise<T>;
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  /** All callers get the same object and must not change it. */
  run(): Promise<T> {
    this.#next ??= this.#afterThisTurn();
    return this.#next;
  }

  async #afterThisTurn(): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    return this.#call();
  }
}
