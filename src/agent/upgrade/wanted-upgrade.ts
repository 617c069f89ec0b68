import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { maxHeartbeatIntervalSeconds } from '../control-plane/sync-answer.ts';

/** How long an answer confirms a request, whatever its deadline by this host's clock. */
const vouchedMs = 2 * maxHeartbeatIntervalSeconds * 1000;

/** Timers of Node.js are limited to 25 days; a deadline may be later. */
const maxSleepMs = 3_600_000;

/** The control plane's request and its age. Times use a monotonic clock, because the host's clock may be set. */
export class WantedUpgrade {
  readonly #clock: Clock;
  readonly #answered: Notify;
  current: DesiredUpgrade | null | undefined;
  lookedAt: string | null = null;
  #answers = 0;
  /** When it is abandoned unless an answer confirms it again, by `elapsed`. */
  #until = 0;
  #work: { requestId: string; ending: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#answered = new Notify(clock);
  }

  accept(wanted: DesiredUpgrade | null): void {
    const now = this.#clock.elapsed();
    if (wanted !== null) {
      const isNew = this.current?.requestId !== wanted.requestId;
      // The host's clock is read once: later changes do not count.
      const left = Date.parse(wanted.deadline) - this.#clock.now();
      this.#until = Math.max(isNew && Number.isFinite(left) ? now + left : this.#until, now + vouchedMs);
    }
    this.current = wanted;
    this.lookedAt = new Date(this.#clock.now()).toISOString();
    this.#answers++;
    if (this.#work !== undefined && this.#work.requestId !== wanted?.requestId) this.#work.ending.abort();
    this.#answered.notify();
  }

  /** Returns a signal that aborts once the request is cancelled, or the agent ends. */
  whileWanted(requestId: string, signal: AbortSignal) {
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

  /** Waits for an answer that confirms the request, to a heartbeat started after this call. `ask` triggers one. */
  async confirmed(requestId: string, signal: AbortSignal, ask: () => void): Promise<void> {
    // The next answer may be to a heartbeat already in progress.
    const enough = this.#answers + 2;
    while (!signal.aborted && !(this.#answers >= enough && this.current?.requestId === requestId)) {
      ask();
      await this.#answered.wait(Number.POSITIVE_INFINITY, signal);
    }
  }

  /** Without an answer past the deadline, it is unknown whether the request is still active. */
  async #untilGivenUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#clock.elapsed() < this.#until)
      await this.#clock.sleep(Math.min(this.#until - this.#clock.elapsed(), maxSleepMs), signal);
    if (!signal.aborted) this.current = undefined;
  }
}
