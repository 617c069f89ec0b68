import pLimit, { type LimitFunction } from 'p-limit';

/** Tries at one receiver at a time. */
const maxAtOnce = 8;
/** What may wait in the line of a receiver that answers quickly: with those at once, half of what a replica may have in hand. */
const maxWaiting = 120;
/** A try that took longer, in milliseconds, makes its receiver a slow one until a quick try. */
const quickMs = 2000;
/** Seconds until what found no room is to come back: to a line that moves, and to one that does not. */
const secondsAway = { quick: 0.3, slow: 3 };
/** Slow receivers remembered; more are served as if they were quick. */
const maxSlow = 10_000;

/** Lines before receivers, so that a slow one does not keep others waiting: at a slow receiver nobody waits in line. */
export class ReceiverLines {
  readonly #lines = new Map<string, LimitFunction>();
  readonly #slow = new Set<string>();

  /** Runs a try when it is its turn, and returns null. Where there is no room in the line, returns when to come back, in seconds. */
  async enter(endpointId: string, run: () => Promise<void>): Promise<number | null> {
    const line = this.#lines.get(endpointId) ?? pLimit(maxAtOnce);
    const inLine = line.activeCount + line.pendingCount;
    const isSlow = this.#slow.has(endpointId);
    if (inLine >= maxAtOnce + (isSlow ? 0 : maxWaiting)) {
      return (isSlow ? secondsAway.slow : secondsAway.quick) * (1 + Math.random());
    }
    this.#lines.set(endpointId, line);
    try {
      await line(() => this.#timed(endpointId, run));
    } finally {
      if (line.activeCount + line.pendingCount === 0) this.#lines.delete(endpointId);
    }
    return null;
  }

  async #timed(endpointId: string, run: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    try {
      await run();
    } finally {
      const isSlow = performance.now() - startedAt > quickMs;
      if (!isSlow) this.#slow.delete(endpointId);
      else if (this.#slow.size < maxSlow) this.#slow.add(endpointId);
    }
  }
}
