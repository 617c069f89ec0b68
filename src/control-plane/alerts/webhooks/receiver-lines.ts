import pLimit, { type LimitFunction } from 'p-limit';

/** Concurrent attempts per receiver. */
const maxAtOnce = 8;
/** Deliveries queued for a fast receiver: with the concurrent ones, half of what a replica may hold. */
const maxWaiting = 120;
/** A longer attempt marks its receiver as slow until a quick one. */
const quickMs = 2000;
/** Seconds to defer a delivery. */
const deferSeconds = { quick: 0.3, slow: 3 };
/** Further slow receivers are treated as quick. */
const maxSlow = 10_000;

/** One queue per receiver, so that a slow one does not delay others. Slow receivers get no queue. */
export class ReceiverLines {
  readonly #lines = new Map<string, LimitFunction>();
  readonly #slow = new Set<string>();

  /** Runs an attempt in its turn and returns null, or returns how many seconds to defer it if the queue is full. */
  async enter(channelId: string, run: () => Promise<void>): Promise<number | null> {
    const line = this.#lines.get(channelId) ?? pLimit(maxAtOnce);
    const inLine = line.activeCount + line.pendingCount;
    const isSlow = this.#slow.has(channelId);
    if (inLine >= maxAtOnce + (isSlow ? 0 : maxWaiting))
      return (isSlow ? deferSeconds.slow : deferSeconds.quick) * (1 + Math.random());
    this.#lines.set(channelId, line);
    try {
      await line(() => this.#timed(channelId, run));
    } finally {
      if (line.activeCount + line.pendingCount === 0) this.#lines.delete(channelId);
    }
    return null;
  }

  async #timed(channelId: string, run: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    try {
      await run();
    } finally {
      const isSlow = performance.now() - startedAt > quickMs;
      if (!isSlow) this.#slow.delete(channelId);
      else if (this.#slow.size < maxSlow) this.#slow.add(channelId);
    }
  }
}
