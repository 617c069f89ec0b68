/** Seeded randomness, so that a run can be repeated. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomOf(seed);
  }

  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  pick<T>(choices: readonly T[]): T {
    const picked = choices[this.below(choices.length)];
    if (picked === undefined) throw new Error('there is nothing to choose from');
    return picked;
  }

  /** A number of different choices, in no particular order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }
}

/** Seeded numbers from 0 to below 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
