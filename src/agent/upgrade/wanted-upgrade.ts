import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';

/** An answer that names a request vouches for it so long, whatever its deadline looks like by the clock of this host. */
const vouchedMs = 120_000;

/** A timer of Node.js cannot be longer than 25 days; a deadline may be. */
const maxSleepMs = 3_600_000;

export interface WantedWork {
  /** Aborts once the request is wanted no more, or the agent ends. */
  signal: AbortSignal;
  end(): void;
}

/** What the control plane asks for, and how fresh that is. Times are measured by a clock that never steps: that of the host may. */
export class WantedUpgrade {
  readonly #clock: Clock;
  readonly #answered: Notify;
  #current: DesiredUpgrade | null | undefined;
  #lookedAt: string | null = null;
  #answers = 0;
  /** When it is given up unless an answer names it again, by `elapsed`. */
  #until = 0;
  #work: { requestId: string; ending: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#answered = new Notify(clock);
  }

  get current(): DesiredUpgrade | null | undefined {
    return this.#current;
  }

  get lookedAt(): string | null {
    return this.#lookedAt;
  }

  accept(wanted: DesiredUpgrade | null): void {
    const now = this.#clock.elapsed();
    if (wanted !== null) {
      const isNew = this.#current?.requestId !== wanted.requestId;
      // The clock of this host counts once: what it steps by later does not.
      const left = Date.parse(wanted.deadline) - this.#clock.now();
      this.#until = Math.max(isNew && Number.isFinite(left) ? now + left : this.#until, now + vouchedMs);
    }
    this.#current = wanted;
    this.#lookedAt = new Date(this.#clock.now()).toISOString();
    this.#answers++;
    if (this.#work !== undefined && this.#work.requestId !== wanted?.requestId) this.#work.ending.abort();
    this.#answered.notify();
  }

  whileWanted(requestId: string, signal: AbortSignal): WantedWork {
    const ending = new AbortController();
    const over = AbortSignal.any([signal, ending.signal]);
    this.#work = { requestId, ending };
    void this.#untilGivenUp(over).then(() => ending.abort());
    return {
      signal: over,
      end: () => {
        this.#work = undefined;
        ending.abort();
      },
    };
  }

  /** Waits for an answer to a heartbeat that began after this call, and that names the request. `ask` has one sent. */
  async confirmed(requestId: string, signal: AbortSignal, ask: () => void): Promise<void> {
    // The next answer may be to a heartbeat that is under way now.
    const enough = this.#answers + 2;
    while (!signal.aborted && !(this.#answers >= enough && this.#current?.requestId === requestId)) {
      ask();
      await this.#answered.wait(Number.POSITIVE_INFINITY, signal);
    }
  }

  /** Without an answer beyond the deadline, nobody knows whether it is still asked for. */
  async #untilGivenUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#clock.elapsed() < this.#until)
      await this.#clock.sleep(Math.min(this.#until - this.#clock.elapsed(), maxSleepMs), signal);
    if (!signal.aborted) this.#current = undefined;
  }
}
