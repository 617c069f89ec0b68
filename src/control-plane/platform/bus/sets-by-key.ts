/** Values by key. A key without values takes no memory. */
export class SetsByKey<V, K extends string = string> {
  readonly #sets = new Map<K, Set<V>>();

  of(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set();
  }

  /** The values of all keys. */
  all(): V[] {
    return [...this.#sets.values()].flatMap((values) => [...values]);
  }

  /** Returns a function that removes the value. */
  add(key: K, value: V): () => void {
    const values = this.#sets.getOrInsertComputed(key, () => new Set()).add(value);
    return () => {
      values.delete(value);
      if (values.size === 0 && this.#sets.get(key) === values) this.#sets.delete(key);
    };
  }
}
