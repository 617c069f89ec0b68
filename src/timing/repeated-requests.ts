import pLimit from 'p-limit';

export interface RepeatedRequestsOptions<T> {
  /** What two repetitions of one request have in common. */
  idOf(request: T): string;
  /** Answers a request. Throws where it must come again. */
  answer(request: T): Promise<void>;
  /** Called with what `answer` threw. */
  onFailure(error: unknown): void;
  maxConcurrent: number;
  /** Queued or under way. Others are taken when they come again. */
  maxPending: number;
}

/** Answers requests that come again and again until they are answered: each once at a time, and only some beside each other. */
export class RepeatedRequests<T> {
  readonly #options: RepeatedRequestsOptions<T>;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #pending = new Set<string>();

  constructor(options: RepeatedRequestsOptions<T>) {
    this.#options = options;
    this.#limit = pLimit(options.maxConcurrent);
  }

  handle(requests: readonly T[]): void {
    const { idOf, maxPending } = this.#options;
    for (const request of requests) {
      const id = idOf(request);
      if (this.#pending.has(id) || this.#pending.size >= maxPending) continue;
      this.#pending.add(id);
      void this.#limit(() => this.#answer(id, request));
    }
  }

  async #answer(id: string, request: T): Promise<void> {
    const { answer, onFailure } = this.#options;
    try {
      await answer(request);
    } catch (error) {
      onFailure(error);
    } finally {
      this.#pending.delete(id);
    }
  }
}
