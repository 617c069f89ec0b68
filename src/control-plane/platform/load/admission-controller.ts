/** In milliseconds: a request that would probably be in flight for longer is refused. Timeouts are ten times as long. */
const maxInFlightMs = 500;
/** Later, a request no longer counts as in flight, so that one that hangs keeps no others out. */
const maxCountedMs = 5000;
/** Admitted whatever the pace. */
const minLimit = 32;
/** With fewer in flight, how fast requests end does not show how fast they could. */
const busy = 16;
/** In milliseconds, between two requests that end: the bounds of the estimate, and what it starts from. */
const minMsPerRequest = 0.5;
const firstMsPerRequest = 5;
const maxMsPerRequest = 100;
const windowMs = 1000;
/** The share of the limit that is open to requests without priority. */
const shareOfOthers = 3 / 4;
/** The longest wait: by then, requests may be served faster. A caller that returns may be refused again. */
const maxRetryAfterSeconds = 90;

/** Ends an admission; `wasServed`: whether the request was answered as intended. */
export type Release = (wasServed: boolean) => void;

/** Admits as many requests as end within half a second, and tells the others when to retry, one after another. */
export class AdmissionController {
  readonly #now: () => number;
  #inFlight = 0;
  #msPerRequest = firstMsPerRequest;
  #window: { since: number; served: number; minInFlight: number };
  /** When the last request that was refused comes back, with and without priority. */
  readonly #retryAt = { priority: 0, others: 0 };

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#window = { since: now(), served: 0, minInFlight: 0 };
  }

  /** Maximum number of requests in flight. */
  get limit(): number {
    return Math.max(minLimit, maxInFlightMs / this.#msPerRequest);
  }

  /** Returns whether a request would be admitted now. A quarter of the limit is reserved for those with priority. */
  hasCapacity(hasPriority = false): boolean {
    return this.#inFlight < this.limit * (hasPriority ? 1 : shareOfOthers);
  }

  /** Returns the end of the admission, or `retryAfterSeconds`. */
  admit(hasPriority = false): Release | number {
    if (!this.hasCapacity(hasPriority)) return this.refuse(hasPriority);
    this.#inFlight++;
    let isCounted = true;
    const release = (wasServed: boolean) => {
      if (!isCounted) return;
      isCounted = false;
      clearTimeout(timeout);
      this.#release(wasServed);
    };
    const timeout = setTimeout(() => release(false), maxCountedMs);
    return release;
  }

  /** Returns `retryAfterSeconds` of the next request that is refused. Those with priority come back before the others. */
  refuse(hasPriority = false): number {
    const line = hasPriority ? 'priority' : 'others';
    const now = this.#now();
    this.#retryAt[line] = Math.max(this.#retryAt[line], this.#retryAt.priority, now) + this.#msPerRequest;
    // Those that are beyond the longest wait must not all come at the same time.
    return Math.ceil(Math.min((this.#retryAt[line] - now) / 1000, maxRetryAfterSeconds * (1 - Math.random() / 2)));
  }

  #release(wasServed: boolean): void {
    this.#inFlight--;
    const { since } = this.#window;
    if (wasServed) this.#window.served++;
    this.#window.minInFlight = Math.min(this.#window.minInFlight, this.#inFlight);
    const ms = this.#now() - since;
    if (ms < windowMs) return;
    const { served, minInFlight } = this.#window;
    if (minInFlight < busy) this.#msPerRequest = Math.max(minMsPerRequest, this.#msPerRequest / 2);
    else if (served === 0) this.#msPerRequest = Math.min(maxMsPerRequest, this.#msPerRequest * 2);
    else this.#msPerRequest = (this.#msPerRequest + ms / served) / 2;
    this.#window = { since: this.#now(), served: 0, minInFlight: this.#inFlight };
  }
}
