/** Bounds how many bodies of an owner are read at the same time: slow senders hold memory and a connection each. */
export class BodySlots {
  readonly #limit: number;
  readonly #ofOwner = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the end of the reading; undefined if the owner has as many as it may. */
  take(owner: string): (() => void) | undefined {
    const others = this.#ofOwner.get(owner) ?? 0;
    if (others >= this.#limit) return undefined;
    this.#ofOwner.set(owner, others + 1);
    return () => {
      const left = (this.#ofOwner.get(owner) ?? 0) - 1;
      if (left > 0) this.#ofOwner.set(owner, left);
      else this.#ofOwner.delete(owner);
    };
  }
}
