/**
 * What is fetched when it is needed first: undefined until then. A store as React's `useSyncExternalStore` takes it, which looks once more
 * after it has subscribed, so that what came between the drawing and that is drawn as well.
 */
export class LatePart<T> {
  readonly #load: () => Promise<T>;
  readonly #listeners = new Set<() => void>();
  #part: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  readonly get = (): T | undefined => this.#part;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Fetches it where it is not here yet. Throws what loading it throws; what fails is tried again by the next call. */
  readonly fetch = async (): Promise<void> => {
    if (this.#part !== undefined) return;
    this.#part = await this.#load();
    for (const listener of this.#listeners) listener();
  };
}
