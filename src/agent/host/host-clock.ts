import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import { type DatedAnswer, secondsAhead } from '../control-plane/dated-answer.ts';

const offSeconds = 120;
/** Between the two, what was said before stands. */
const rightSeconds = 60;
/** What was measured before says nothing of a clock that may have been set since. */
const maxAgeMs = 10 * 60_000;

export interface HostClockOptions {
  clock: Pick<Clock, 'elapsed'>;
  log: Logger;
}

export class HostClock {
  readonly #options: HostClockOptions;
  #fault: string | null = null;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HostClockOptions) {
    this.#options = options;
  }

  /** What is wrong with the clock, for people, without figures that change; null where nothing is known to be. */
  get fault(): string | null {
    return this.#options.clock.elapsed() - this.#notedAt > maxAgeMs ? null : this.#fault;
  }

  note(answer: DatedAnswer): void {
    const ahead = secondsAhead(answer);
    if (ahead === null) return;
    this.#notedAt = this.#options.clock.elapsed();
    const before = this.#fault;
    this.#fault = faultAfter(before, ahead);
    if (before === null && this.#fault !== null)
      this.#options.log.warn(`${this.#fault}; set it, and let a time service keep it`);
    if (before !== null && this.#fault === null)
      this.#options.log.info('the host’s clock agrees with the control plane’s');
  }
}
export function faultAfter(before: string | null, ahead: number): string | null {
  const off = Math.abs(ahead);
  if (off < rightSeconds || (off < offSeconds && before === null)) return null;
  const side = ahead > 0 ? 'ahead of' : 'behind';
  return off < offSeconds
    ? before
    : `the host’s clock is ${offSeconds / 60} minutes or more ${side} the control plane’s`;
}
