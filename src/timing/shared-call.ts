/** Makes one call for all who ask in the same turn of the event loop, so that no answer is older than its question. */
export class SharedCall<T> {
  readonly #call: () => Promise<T>;
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  /** All who share a call get the same object, and must not change it. */
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
