/** What runs together until all of it has ended. More may join meanwhile, and when one breaks, the others are told to end. */
export class Loops {
  /** Aborts with the signal that was given, and when a loop breaks. */
  readonly signal: AbortSignal;
  readonly #broken = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#broken.signal]);
  }

  join(loop: Promise<void>): void {
    this.#loops.push(loop.catch((error: unknown) => this.#broken.abort(error)));
  }

  /** Resolves when every loop has ended. Throws what broke the first one that broke. */
  async ended(): Promise<void> {
    for (let index = 0; index < this.#loops.length; index++) await this.#loops[index];
    this.#broken.signal.throwIfAborted();
  }
}
