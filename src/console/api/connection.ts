export interface ConnectionState {
  /** Whether the change stream is open and the last request was answered. */
  isLive: boolean;
  /** Time of the last contact, in milliseconds since 1970: the age of the displayed data while not live. */
  heardAt: number;
}

/** Tracks whether the control plane is reachable. For `useSyncExternalStore`. */
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

  /** The change stream delivered something. */
  streamHeard(): void {
    this.#hasStream = true;
    this.#change({ isLive: true, heardAt: this.#now() });
  }

  /** The change stream was lost for a reason other than sign-out. */
  streamLost(): void {
    this.#hasStream = false;
    this.#change({ ...this.#state, isLive: false });
  }

  /** Aborts when a request succeeds after a failed one: the stream can reconnect at once. */
  get returned(): AbortSignal {
    return this.#returned.signal;
  }

  /** A request was answered. Without a stream, the page may still be out of date. */
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
    // A new time alone notifies nobody: it is read when rendered.
    if (isNews) for (const listener of this.#listeners) listener();
  }
}

/** Waits `ms` milliseconds, or until `signal` aborts or the browser is back online. */
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
