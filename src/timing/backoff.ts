/** Exponential backoff. Times in milliseconds. */
export interface BackoffPolicy {
  firstMs: number;
  maxMs: number;
  factor?: number;
  /** Jitter as a fraction of the wait, so that many agents do not retry at once. Default: 0.2, that is ±20 %. */
  jitter?: number;
}

/** Returns the milliseconds to wait after `failures` failures in a row; 0 after none. */
export function backoffDelay(policy: BackoffPolicy, failures: number, random: () => number = Math.random): number {
  if (failures < 1) return 0;
  const { firstMs, maxMs, factor = 2, jitter = 0.2 } = policy;
  const delayMs = Math.min(maxMs, firstMs * factor ** (failures - 1));
  return delayMs * (1 + (random() * 2 - 1) * jitter);
}

export class Backoff {
  readonly #policy: BackoffPolicy;
  #failures = 0;

  constructor(policy: BackoffPolicy) {
    this.#policy = policy;
  }

  /** Counts a failure and returns the milliseconds to wait before the next attempt. */
  next(): number {
    this.#failures++;
    return backoffDelay(this.#policy, this.#failures);
  }

  reset(): void {
    this.#failures = 0;
  }
}
