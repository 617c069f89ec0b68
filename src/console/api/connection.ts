export interface ConnectionState {
  /** Whether changes arrive, and the last request was answered. */
  isLive: boolean;
  /** When anything was last heard, in milliseconds since 1970: what is shown is no older than that while live, and as old as that otherwise. */
  heardAt: number;
}

/** Keeps whether the control plane is reachable. Made for `useSyncExternalStore`. */
export class Connection {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #state: ConnectionState;
  #hasStream = false;
  #isAnswered = true;
  #returned = new AbortController();

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#state = { isLive: true, heardAt: now() };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The stream of changes is open, and brought something. */
  streamHeard(): void {
    this.#hasStream = true;
    this.#change({ isLive: true, heardAt: this.#now() });
  }

  /** The stream of changes is gone, for another reason than that nobody is signed in any more. */
  streamLost(): void {
    this.#hasStream = false;
    this.#change({ ...this.#state, isLive: false });
  }

  /** Aborts when a request is answered again after one was not: the stream need not wait any longer. */
  get returned(): AbortSignal {
    return this.#returned.signal;
  }

  /** A request was answered. Without a stream, what is on the page may still be out of date. */
  answered(): void {
    if (!this.#isAnswered) {
      this.#isAnswered = true;
      const returned = this.#returned;
      this.#returned = new AbortController();
      returned.abort();
    }
    if (this.#hasStream) this.#change({ isLive: true, heardAt: this.#now() });
  }

  unanswered(): void {
    this.#isAnswered = false;
    this.#change({ ...this.#state, isLive: false });
  }

  #change(state: ConnectionState): void {
    const isNews = state.isLive !== this.#state.isLive;
    this.#state = isNews || state.isLive ? state : this.#state;
    // The time alone is read when it is shown.
    if (isNews) for (const listener of this.#listeners) listener();
  }
}

/** Waits `ms` milliseconds, or until `signal` aborts, or until the browser is online again or the page is looked at again. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { signal: ended.signal });
    window.addEventListener('online', end, { signal: ended.signal });
  });
