/** A batch waits no longer than this for the previous one, so that a hung connection does not block later batches. */
const maxWaitMs = 25;

/** Runs batches one after another: requests that arrive during one join the next, so batches grow with the load. */
export class BatchTurns {
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  readonly schedule = (begin: () => void): void => {
    const take = () => {
      clearTimeout(timer);
      if (this.#waiting.delete(take)) begin();
    };
    const timer = setTimeout(take, maxWaitMs);
    this.#waiting.add(take);
    // Requests that arrive in one turn of the event loop form a batch.
    if (this.#underWay === 0) setImmediate(take);
  };

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
      const [next] = this.#waiting;
      next?.();
    }
  }
}
