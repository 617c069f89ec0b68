/**
 * What one subscription yields. It holds nothing: when its reader is ready for more, it asks `take`, and `take` gives what is true by then.
 * So a slow reader costs no memory. It can be ended while its reader waits, which an async generator cannot.
 */
export class LiveStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly #take: () => T | undefined | Promise<T | undefined>;
  readonly #onEnd: () => void;
  #woken = Promise.withResolvers<void>();
  #ended = false;

  /** `take` returns undefined while there is nothing new. */
  constructor(take: () => T | undefined | Promise<T | undefined>, onEnd: () => void) {
    this.#take = take;
    this.#onEnd = onEnd;
  }

  /** There may be something to take. */
  wake(): void {
    this.#woken.resolve();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.wake();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (!this.#ended) {
      // Before taking, so that a wake meanwhile is not lost.
      this.#woken = Promise.withResolvers();
      const value = await this.#take();
      if (this.#ended) break;
      if (value !== undefined) return { done: false, value };
      await this.#woken.promise;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
