/** What waits no longer than this for the batch before it: a connection that hangs must not hold up all that come later. */
const patienceMs = 25;

/**
 * Lets batches follow one another: whatever arrives while one is under way joins the next one. So a batch grows with the load, and what
 * arrives alone waits for nothing.
 */
export class BatchTurns {
  /** Begins the batches that wait. */
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  /** Calls `begin` when it is its turn. */
  readonly schedule = (begin: () => void): void => {
    const take = () => {
      clearTimeout(timer);
      if (this.#waiting.delete(take)) begin();
    };
    const timer = setTimeout(take, patienceMs);
    this.#waiting.add(take);
    // What arrives in this turn of the event loop belongs together.
    if (this.#underWay === 0) setImmediate(take);
  };

  /** Does the work of a batch, then begins the next one. */
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
