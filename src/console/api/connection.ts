export interface ConnectionState {
  /** Whether the change stream is open and the last request was answered. */
  isLive: boolean;
  /** Time of the last contact, in milliseconds since 1970: the age of the displayed data while not live. */
  heardAt: number;
}

/** Tracks whether the control plane is reachable. For `useSyncExternalStore`. */
export class Connection {
  readonly #listeners = new Set<() => void>();
  state: ConnectionState = { isLive: true, heardAt: Date.now() };
  #hasStream = false;
  #returned = new AbortController();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The change stream delivered something. */
  streamHeard(): void {
    this.#hasStream = true;
    this.#setLive(true);
  }

  /** The change stream was lost for a reason other than sign-out. */
  streamLost(): void {
    this.#hasStream = false;
    this.#setLive(false);
  }

  /** Aborts when a request succeeds while not live: the stream can reconnect at once. */
  get returned(): AbortSignal {
    return this.#returned.signal;
  }

  /** A request was answered. Without a stream, the page may still be out of date. */
  answered(): void {
    if (!this.state.isLive) {
      const returned = this.#returned;
      this.#returned = new AbortController();
      returned.abort();
    }
    if (this.#hasStream) this.#setLive(true);
  }

  unanswered(): void {
    this.#setLive(false);
  }

  #setLive(isLive: boolean): void {
    const isNews = isLive !== this.state.isLive;
    if (isNews || isLive) this.state = { isLive, heardAt: isLive ? Date.now() : this.state.heardAt };
    // A new time alone notifies nobody: it is read when rendered.
    if (isNews) for (const listener of this.#listeners) listener();
  }
}

/** Waits `ms` milliseconds, or until `signal` aborts or the browser is back online. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    end.addEventListener('abort', () => resolve());
    window.addEventListener('online', () => resolve(), { signal: end });
    if (end.aborted) resolve();
  });
