/** Larger bodies, in bytes, take their turns: the work for one takes milliseconds here and in the database. */
const largeBytes = 256 * 1024;
/** Large bodies worked on at the same time, in total and of an organization. */
const maxAtOnce = 3;
const maxOfOrganization = 1;

/** Later, the next body has its turn: a stream, or a request that hangs in the database, must not keep others waiting. */
const maxTurnMs = 5000;

/** Ends the work for a body. */
export type EndOfTurn = () => void;

/**
 * Lets few large bodies be worked on at the same time, organization by organization, so that those of one delay the
 * requests of others little. How many may wait is bounded by the memory for bodies.
 */
export class LargeBodies {
  /** First in, first out. The first organization is the next, and waits behind the others then. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #underWay = new Map<string, number>();
  #total = 0;

  /** Resolves when it is the body's turn, at once if it is small. */
  turn(organizationId: string, bytes: number): Promise<EndOfTurn> {
    if (bytes <= largeBytes) return Promise.resolve(() => undefined);
    const { promise, resolve } = Promise.withResolvers<EndOfTurn>();
    this.#waiting.getOrInsertComputed(organizationId, () => []).push(() => resolve(this.#begin(organizationId)));
    this.#next();
    return promise;
  }

  #begin(organizationId: string): EndOfTurn {
    this.#count(organizationId, 1);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timeout);
      this.#count(organizationId, -1);
      this.#next();
    };
    const timeout = setTimeout(end, maxTurnMs);
    return end;
  }

  #next(): void {
    for (const [organizationId, [first, ...others]] of [...this.#waiting]) {
      if (this.#total >= maxAtOnce) return;
      if (first === undefined || (this.#underWay.get(organizationId) ?? 0) >= maxOfOrganization) continue;
      this.#waiting.delete(organizationId);
      if (others.length > 0) this.#waiting.set(organizationId, others);
      first();
    }
  }

  #count(organizationId: string, change: 1 | -1): void {
    this.#total += change;
    const left = (this.#underWay.get(organizationId) ?? 0) + change;
    if (left > 0) this.#underWay.set(organizationId, left);
    else this.#underWay.delete(organizationId);
  }
}
