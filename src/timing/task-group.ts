/** Tasks that run together: when one throws, the others are aborted. Tasks may join while the group runs. */
export class TaskGroup {
  /** Aborts with the initial signal, or when a task throws. */
  readonly signal: AbortSignal;
  readonly #failed = new AbortController();
  readonly #tasks = new Set<Promise<void>>();

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#failed.signal]);
  }

  add(task: Promise<void>): void {
    const settled = task
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => this.#tasks.delete(settled));
    this.#tasks.add(settled);
  }

  /** Resolves when all tasks have ended. Throws the error of the first task that threw. */
  async done(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    this.#failed.signal.throwIfAborted();
  }
}
