export interface Nudge {
  executorNudges: { at: string };
}

/**
 * The nudges of one connection. It keeps at most one unread nudge: a nudge says only that there is something to fetch. It can be ended
 * while its reader waits, which an async generator cannot.
 */
export class NudgeStream implements AsyncIterableIterator<Nudge> {
  readonly executorId: string;
  readonly keyId: string;
  readonly #onEnd: (stream: NudgeStream) => void;
  #unread: Nudge | undefined;
  #reader: ((result: IteratorResult<Nudge, undefined>) => void) | undefined;
  #ended = false;

  constructor(executorId: string, keyId: string, onEnd: (stream: NudgeStream) => void) {
    this.executorId = executorId;
    this.keyId = keyId;
    this.#onEnd = onEnd;
  }

  nudge(at: string): void {
    const nudge = { executorNudges: { at } };
    if (this.#reader === undefined) this.#unread = nudge;
    else this.#answer({ done: false, value: nudge });
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#unread = undefined;
    this.#onEnd(this);
    this.#answer({ done: true, value: undefined });
  }

  async next(): Promise<IteratorResult<Nudge, undefined>> {
    if (this.#ended) return { done: true, value: undefined };
    const { promise, resolve } = Promise.withResolvers<IteratorResult<Nudge, undefined>>();
    this.#reader = resolve;
    if (this.#unread !== undefined) this.#answer({ done: false, value: this.#unread });
    return promise;
  }

  async return(): Promise<IteratorResult<Nudge, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #answer(result: IteratorResult<Nudge, undefined>): void {
    const reader = this.#reader;
    this.#reader = undefined;
    this.#unread = undefined;
    reader?.(result);
  }
}
