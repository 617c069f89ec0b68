import type { Logger } from 'pino';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { ControlPlaneError } from '../control-plane/control-plane-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';
import { RefusedAnswer } from '../desired/refused-answer.ts';

export interface HeartbeatOptions {
  /** What this heartbeat says. Must not wait for work on nodes. */
  describe(): Promise<SyncExecutorInput>;
  sync(input: SyncExecutorInput, signal: AbortSignal): Promise<SyncAnswer>;
  /** Takes an answer; throws RefusedAnswer when it must not be believed. */
  accept(answer: SyncAnswer): void;
  onSuccess?(): void;
  clock: Clock;
  log: Logger;
}

export interface SyncState {
  /** ISO time of the last attempt; null before the first one. */
  at: string | null;
  /** ISO time of the last one that succeeded. */
  succeededAt: string | null;
  /** Why the last attempt failed; null when it did not. */
  error: string | null;
}

const firstRetryMs = 500;
/** Wake-ups that come together make one heartbeat. */
const gatherMs = 5;

/** Tells the control plane that this executor is there and how its nodes are, and takes what it wants, at the interval that it names. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #alarm: Notify;
  #intervalMs = 5000;
  /** The kind of the trouble that the log already tells of. */
  #trouble: string | null = null;
  #state: SyncState = { at: null, succeededAt: null, error: null };

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#alarm = new Notify(options.clock);
  }

  get state(): SyncState {
    return this.#state;
  }

  get intervalSeconds(): number {
    return this.#intervalMs / 1000;
  }

  /** Something changed here or there: the next heartbeat is due now. */
  wake(): void {
    this.#alarm.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      const succeeded = await this.#beat(signal);
      failures = succeeded ? 0 : failures + 1;
      const jitter = 0.8 + Math.random() * 0.2;
      // Never longer than the interval: the agent converges within one heartbeat once the control plane is back.
      const wait = succeeded
        ? this.#intervalMs
        : Math.min(this.#intervalMs, firstRetryMs * 2 ** Math.min(failures - 1, 16));
      if (succeeded) {
        if (await this.#alarm.wait(wait * jitter, signal)) await clock.sleep(gatherMs, signal);
      } else await clock.sleep(wait * jitter, signal);
    }
  }

  /** One heartbeat. Tells whether it succeeded; it never throws for what a control plane can do. */
  async #beat(signal: AbortSignal): Promise<boolean> {
    const { describe, sync, accept, clock, log, onSuccess } = this.#options;
    const at = new Date(clock.now()).toISOString();
    try {
      const answer = await sync(await describe(), signal);
      accept(answer);
      this.#intervalMs = answer.heartbeatIntervalSeconds * 1000;
      if (this.#trouble !== null) log.info('the control plane answers again');
      this.#trouble = null;
      this.#state = { at, succeededAt: at, error: null };
      onSuccess?.();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const message = errorMessage(error);
      const expected = error instanceof ControlPlaneError || error instanceof RefusedAnswer;
      // Not the message: it may differ each time, and one trouble is one line.
      const trouble = error instanceof ControlPlaneError ? `${error.fault} ${error.code}` : nameOf(error);
      if (trouble !== this.#trouble) {
        log.warn(expected ? {} : { err: error }, `no heartbeat: ${message}; the nodes run on as they were last wanted`);
      }
      this.#trouble = trouble;
      this.#state = { ...this.#state, at, error: message };
      return false;
    }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
