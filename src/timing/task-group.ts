/** Tasks that run together: when one throws, the others are aborted. Tasks may join while the group runs. */
export class TaskGroup {
  /** Aborts with the signal given at the start, and when a task throws. */
  readonly signal: AbortSignal;
  readonly #failed = new AbortController();
  readonly #tasks: Promise<void>[] = [];

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#failed.signal]);
  }

  add(task: Promise<void>): void {
    this.#tasks.push(task.catch((error: unknown) => this.#failed.abort(error)));
  }

  /** Resolves when every task has ended. Throws the error of the first task that threw. */
  async done(): Promise<void> {
    for (let index = 0; index < this.#tasks.length; index++) await this.#tasks[index];
    this.#failed.signal.throwIfAborted();
  }
}
