import type { Logger } from 'pino';
import type { FullReport } from '../../contract/full-report.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { ControlPlaneError, failureKind } from '../control-plane/call-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';
import { RefusedAnswer } from '../desired/desired-state.ts';
import { loop, type Pulse, type Service } from '../loops/watched-loops.ts';
import type { ExecutorLease } from './executor-lease.ts';
import { reportSender, type Sync } from './report-sender.ts';

export interface HeartbeatOptions {
  /** Returns this heartbeat's report. Must not wait for work on nodes. */
  describe(): Promise<FullReport>;
  sync: Sync;
  /** Accepts an answer; throws RefusedAnswer if it contradicts the agent's state. */
  accept(answer: SyncAnswer): void;
  /** Granted by each accepted answer, lost by each failure. */
  lease: ExecutorLease;
  onSuccess(): void;
  pulse: Pulse;
  clock: Clock;
  log: Logger;
}

const defaultIntervalMs = 5000;

/**
 * While no nudges come, changes arrive with a heartbeat only. In a large fleet, whose interval is long, this is still
 * long enough: without their streams, all its agents would beat at once.
 */
export const unnudgedMs = (intervalMs: number): number => Math.min(intervalMs, Math.max(15_000, intervalMs / 4));

/** Wakes that arrive together cause one heartbeat: a deployment changes its node's status several times. */
const debounceMs = { nudge: 5, status: 100 };

const retryPolicy = { firstMs: 500, maxMs: 300_000, jitter: 0 };

const withJitter = (ms: number): number => ms * (0.8 + Math.random() * 0.2);

/** Reports this executor and its nodes at the control plane's interval, and takes the desired state. */
export class Heartbeat implements Service {
  readonly name = 'heartbeat';
  readonly #options: HeartbeatOptions;
  readonly #send: ReturnType<typeof reportSender>;
  readonly #due: Notify;
  readonly #nudged: Notify;
  readonly #backoff = new Backoff(retryPolicy);
  #intervalMs = defaultIntervalMs;
  /** Whether the control plane announces changes by nudges. */
  isNudged = false;
  #retryAfterMs = 0;
  #loggedFailure: string | null = null;
  state: Record<'at' | 'succeededAt' | 'error', string | null> = { at: null, succeededAt: null, error: null };
  readonly counts = { succeeded: 0, failed: 0 };

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#send = reportSender(options);
    this.#due = new Notify(options.clock);
    this.#nudged = new Notify(options.clock);
  }

  /** There is something to report. */
  wake(): void {
    this.#due.notify();
  }

  /** The control plane has something for this agent. */
  nudge(): void {
    this.#nudged.notify();
    this.wake();
  }

  run(signal: AbortSignal): Promise<void> {
    const { clock, pulse } = this.#options;
    let isAccepted = false;
    const rest = async (ms: number) => {
      // Never longer than the interval, unless an overloaded control plane says so: the agent converges within one
      // heartbeat once the control plane is back.
      if (!isAccepted) {
        const backoffMs = withJitter(Math.min(unnudgedMs(ms), this.#backoff.next()));
        return clock.sleep(Math.max(backoffMs, this.#retryAfterMs), signal);
      }
      this.#backoff.reset();
      const endsAt = clock.elapsed() + withJitter(ms);
      do {
        const leftMs = endsAt - clock.elapsed();
        if (await this.#due.wait(Math.min(leftMs, withJitter(unnudgedMs(ms))), signal)) {
          if (await this.#nudged.wait(debounceMs.status, signal)) await clock.sleep(debounceMs.nudge, signal);
          return;
        }
      } while (this.isNudged && !signal.aborted && clock.elapsed() < endsAt);
    };
    return loop({ pulse, signal, rest }, async () => {
      isAccepted = await this.#beat(signal);
      return this.#intervalMs;
    });
  }

  /** Sends one heartbeat and returns whether it succeeded. Never throws for failures of the control plane. */
  async #beat(signal: AbortSignal): Promise<boolean> {
    const { describe, accept, clock } = this.#options;
    const at = new Date(clock.now()).toISOString();
    // This report covers them.
    this.#due.clear();
    this.#nudged.clear();
    try {
      const answer = await this.#send(await describe(), signal);
      accept(answer);
      this.#succeed(at, answer);
      return true;
    } catch (error) {
      if (!signal.aborted) this.#fail(at, error);
      return false;
    }
  }

  #succeed(at: string, { heartbeatIntervalSeconds }: SyncAnswer): void {
    const { lease, log, onSuccess } = this.#options;
    this.#intervalMs = heartbeatIntervalSeconds * 1000;
    if (this.#loggedFailure !== null) log.info('control plane reachable again');
    this.#loggedFailure = null;
    this.state = { at, succeededAt: at, error: null };
    lease.isHeld = true;
    this.counts.succeeded++;
    onSuccess();
  }

  #fail(at: string, error: unknown): void {
    const { lease, log } = this.#options;
    const message = errorMessage(error);
    const failure = failureKind(error);
    this.#retryAfterMs = error instanceof ControlPlaneError ? error.retryAfterMs : 0;
    if (failure !== this.#loggedFailure) {
      const isExpected = error instanceof ControlPlaneError || error instanceof RefusedAnswer;
      log.warn(
        isExpected ? {} : { err: error },
        `heartbeat failed: ${message}; nodes keep running with the last desired state`,
      );
    }
    this.#loggedFailure = failure;
    this.state = { ...this.state, at, error: message };
    lease.isHeld = false;
    this.counts.failed++;
  }
}
