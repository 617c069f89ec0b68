/** Smaller differences are the network's, or of no consequence to a reader. In milliseconds. */
const toleratedMs = 30_000;
/** An answer that took longer says too little about the time. */
const maxAnswerMs = 10_000;
/** A difference that is measured again is the same one within this. */
const precisionMs = 5000;
/** The header has whole seconds. */
const halfSecondMs = 500;

/** The control plane's clock, by the `Date` of its answers: all times that it reports are by it. For `useSyncExternalStore`. */
export class ServerClock {
  readonly #listeners = new Set<() => void>();
  /** Milliseconds that the browser's clock is ahead of the control plane's, negative if behind; 0 while they agree. */
  aheadMs = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the control plane's time in milliseconds since 1970. */
  now(): number {
    return Date.now() - this.aheadMs;
  }

  /** Takes the `Date` of an answer to a request that was sent and answered at these times of the browser. */
  heard(date: string | null, sentAtMs: number, answeredAtMs: number): void {
    const at = Date.parse(date ?? '');
    const tookMs = answeredAtMs - sentAtMs;
    // A negative time: the browser's clock was set meanwhile.
    if (Number.isNaN(at) || tookMs < 0 || tookMs > maxAnswerMs) return;
    const measured = sentAtMs + tookMs / 2 - (at + halfSecondMs);
    // Once it is wrong, a clock at the limit stays so.
    const leastMs = this.aheadMs === 0 ? toleratedMs : toleratedMs - precisionMs;
    const aheadMs = Math.abs(measured) < leastMs ? 0 : measured;
    // Not news for each answer: every relative time would render again.
    if (aheadMs === this.aheadMs || (aheadMs !== 0 && Math.abs(aheadMs - this.aheadMs) < precisionMs)) return;
    this.aheadMs = aheadMs;
    for (const listener of this.#listeners) listener();
  }
}
