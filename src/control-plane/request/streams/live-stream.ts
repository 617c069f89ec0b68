/**
 * Yields a subscription's messages. Buffers nothing: `take` runs when the reader is ready, so a slow reader costs no
 * memory. Unlike an async generator, it can be ended while its reader waits.
 */
export class LiveStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly #take: () => T | undefined | Promise<T | undefined>;
  readonly #onEnd: () => void;
  #woken = Promise.withResolvers<void>();
  #ended = false;

  constructor(take: () => T | undefined | Promise<T | undefined>, onEnd: () => void) {
    this.#take = take;
    this.#onEnd = onEnd;
  }

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
