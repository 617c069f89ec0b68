const kibibyte = 1024;

/** An answer up to this size always passes: all that the agent reads in a node's normal life. */
const smallBytes = 128 * kibibyte;
const defaultMaxBytes = 16 * 1024 * kibibyte;

/** The part of the memory that one answer has. */
export interface AnswerShare extends Disposable {
  /** Call it before the answer takes this many bytes in total. */
  grow(bytes: number): void;
  /** Whether the answer was given up for others. */
  readonly isRevoked: boolean;
}

/**
 * The memory for answers that the agent is receiving from all its daemons: each may be large, but not all of them at once.
 * Nothing waits for it: beyond the limit, the large answer that has taken longest is given up. A daemon whose answers never
 * end loses them so, and cannot keep an honest one from its figures.
 */
export class AnswerMemory {
  readonly #maxBytes: number;
  /** Of large answers, the one that became large first at the front. */
  readonly #held = new Map<AnswerShare, { bytes: number; revoke(): void }>();

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The size of all large answers. */
  get bytes(): number {
    return [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** `onRevoke` ends the answer. */
  share(onRevoke: () => void): AnswerShare {
    let isRevoked = false;
    const revoke = () => {
      isRevoked = true;
      this.#held.delete(share);
      onRevoke();
    };
    const share: AnswerShare = {
      grow: (bytes) => {
        if (isRevoked || bytes <= smallBytes) return;
        const held = this.#held.get(share) ?? { bytes, revoke };
        held.bytes = bytes;
        this.#held.set(share, held);
        this.#limit();
      },
      get isRevoked() {
        return isRevoked;
      },
      [Symbol.dispose]: () => void this.#held.delete(share),
    };
    return share;
  }

  #limit(): void {
    for (let excess = this.bytes - this.#maxBytes; excess > 0; excess = this.bytes - this.#maxBytes) {
      const [oldest] = this.#held.values();
      oldest?.revoke();
    }
  }
}
