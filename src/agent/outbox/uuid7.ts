import { randomFillSync } from 'node:crypto';

/**
 * Makes UUIDs of version 7 (RFC 9562): they begin with the time, so they sort by it. Within a millisecond, and when the clock goes
 * back, a counter in the 12 bits after the version keeps them ascending (method 1 of section 6.2).
 */
export class Uuid7 {
  readonly #now: () => number;
  #millisecond = 0;
  #counter = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const now = this.#now();
    const random = randomFillSync(new Uint8Array(10));
    if (now > this.#millisecond) {
      this.#millisecond = now;
      this.#counter = (((random[8] ?? 0) << 8) | (random[9] ?? 0)) & 0x7ff;
    } else if (++this.#counter > 0xfff) {
      this.#millisecond++;
      this.#counter = 0;
    }
    const time = this.#millisecond.toString(16).padStart(12, '0');
    const tail = Buffer.from(random.subarray(0, 8));
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const hex = tail.toString('hex');
    const counter = this.#counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${hex.slice(0, 4)}-${hex.slice(4)}`;
  }
}
