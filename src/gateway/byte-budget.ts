export interface ByteLimits {
  total: number;
  perConsumer: number;
}

/** Bounds the memory that requests of consumers take: in total, and of each, so that no consumer takes that of others. */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #byConsumer = new Map<string, number>();
  #bytes = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Opens the account of one request. */
  account(consumerId: string): ByteAccount {
    return new ByteAccount((bytes) => this.#charge(consumerId, bytes));
  }

  /** Charges bytes, or returns them if negative. Returns whether the sums are within the limits. */
  #charge(consumerId: string, bytes: number): boolean {
    const own = (this.#byConsumer.get(consumerId) ?? 0) + bytes;
    this.#bytes += bytes;
    if (own === 0) this.#byConsumer.delete(consumerId);
    else this.#byConsumer.set(consumerId, own);
    return this.#bytes <= this.#limits.total && own <= this.#limits.perConsumer;
  }
}

/** What one request has charged to a budget. */
export class ByteAccount {
  readonly #charge: (bytes: number) => boolean;
  #bytes = 0;

  constructor(charge: (bytes: number) => boolean) {
    this.#charge = charge;
  }

  /** Returns whether the bytes are within the limits. They are charged in either case, until the account is cleared. */
  add(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#charge(bytes);
  }

  clear(): void {
    if (this.#bytes > 0) this.#charge(-this.#bytes);
    this.#bytes = 0;
  }
}
