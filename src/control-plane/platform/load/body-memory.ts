const mebibyte = 1024 ** 2;

/** Bytes of bodies that are read or processed. A body of the maximum size takes up to five times as much when parsed. */
const defaultLimits = { perCaller: 24 * mebibyte, perOrganization: 48 * mebibyte, total: 96 * mebibyte };

export interface BodyOwner {
  callerId: string;
  organizationId: string;
}

/** The bytes of one body. */
export interface HeldBody {
  /** Counts further bytes; returns whether they are within the limits. */
  add(bytes: number): boolean;
  /** Call it when the request ends. */
  release(): void;
}

/** Bounds the memory of request bodies by caller, by organization and in total. Only bytes that have arrived count. */
export class BodyMemory {
  readonly #limits: typeof defaultLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  hold({ callerId, organizationId }: BodyOwner): HeldBody {
    let held = 0;
    const change = (bytes: number) => {
      held += bytes;
      this.#total += bytes;
      for (const owner of [`caller ${callerId}`, `organization ${organizationId}`]) {
        const left = this.#of(owner) + bytes;
        if (left > 0) this.#held.set(owner, left);
        else this.#held.delete(owner);
      }
    };
    return {
      add: (bytes) => {
        change(bytes);
        return (
          this.#of(`caller ${callerId}`) <= this.#limits.perCaller &&
          this.#of(`organization ${organizationId}`) <= this.#limits.perOrganization &&
          this.#total <= this.#limits.total
        );
      },
      release: () => change(-held),
    };
  }

  #of(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }
}
