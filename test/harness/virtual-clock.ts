import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/timing/clock.ts';

/** A clock whose time passes only while everything waits: days take seconds. */
export class VirtualClock implements Clock {
  readonly #sleepers = new Set<{ at: number; wake: () => void }>();
  #now: number;
  #stepped = 0;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now + this.#stepped;
  }

  elapsed(): number {
    return this.#now;
  }

  /** Sets the clock: by `ms` milliseconds ahead, or back. No time passes. */
  step(ms: number): void {
    this.#stepped += ms;
  }

  get sleepers(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      this.#sleepers.delete(sleeper);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const sleeper = { at: this.#now + ms, wake };
    this.#sleepers.add(sleeper);
    signal.addEventListener('abort', wake, { once: true });
    return promise;
  }

  async passUntil(end: number): Promise<void> {
    for (;;) {
      await turn();
      const next = [...this.#sleepers].toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = end;
  }
}
