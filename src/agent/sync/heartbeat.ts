import type { Logger } from 'pino';
import type { FullReport } from '../../contract/full-report.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { ControlPlaneError, failureKind } from '../control-plane/call-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';
import { RefusedAnswer } from '../desired/desired-state.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
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

/** Agents of a large fleet lose the control plane together, and must not come back together. */
export const isLargeFleet = (intervalMs: number): boolean => unnudgedMs(intervalMs) < intervalMs;

/** Wakes that arrive together cause one heartbeat: a deployment changes its node's status several times. */
const debounceMs = { nudge: 5, status: 100 };

const retryPolicy = { firstMs: 500, maxMs: 300_000, jitter: 0 };

const withJitter = (ms: number): number => ms * (0.8 + Math.random() * 0.2);

/** The time of the last heartbeat, and of the last accepted one. `error`: why the last one failed. */
export interface HeartbeatState {
  at: string | null;
  succeededAt: string | null;
  error: string | null;
}

/** Reports this executor and its nodes at the control plane's interval, and takes the desired state. */
export class Heartbeat {
  readonly name = 'heartbeat';
  readonly counts = { succeeded: 0, failed: 0 };
  /**
   * Whether the control plane announces changes by nudges, or will soon: more heartbeats would delay the stream of an
   * overloaded one.
   */
  isNudged = false;
  readonly #options: HeartbeatOptions;
  readonly #send: (report: FullReport, signal: AbortSignal) => Promise<SyncAnswer>;
  /** Notified when there is something to report, or to receive. */
  readonly #due: Notify;
  readonly #nudged: Notify;
  readonly #accepted: Notify;
  readonly #backoff = new Backoff(retryPolicy);
  #state: HeartbeatState = { at: null, succeededAt: null, error: null };
  /** As the last answer requested it. */
  #intervalMs = defaultIntervalMs;
  /** As the last failure requested it; 0 without a request. */
  #retryAfterMs = 0;
  /** The kind of failure that was logged last, so that each is logged once; null after a success. */
  #loggedFailure: string | null = null;
  #loggedIgnored = '';

  constructor(options: HeartbeatOptions) {
    const { clock } = options;
    this.#options = options;
    this.#send = reportSender(options);
    this.#due = new Notify(clock);
    this.#nudged = new Notify(clock);
    this.#accepted = new Notify(clock);
  }

  get state(): HeartbeatState {
    return this.#state;
  }

  run(signal: AbortSignal): Promise<void> {
    const { pulse } = this.#options;
    let isAccepted = false;
    const rest = (ms: number) => (isAccepted ? this.#waitForNextBeat(ms, signal) : this.#waitForRetry(ms, signal));
    return loop({ pulse, signal, rest }, async () => {
      isAccepted = await this.#beat(signal);
      return this.#intervalMs;
    });
  }

  /** There is something to report. */
  wake(): void {
    this.#due.notify();
  }

  /** The control plane has something for this agent. */
  nudge(): void {
    this.#nudged.notify();
    this.#due.notify();
  }

  /**
   * Resolves when a later heartbeat is accepted or `signal` aborts. A small fleet does not wait for the interval; a
   * large one waits a moment longer, because the heartbeats of others come first.
   */
  async heard(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    if (!isLargeFleet(this.#intervalMs)) this.#due.notify();
    this.#accepted.clear();
    await this.#accepted.wait(Number.POSITIVE_INFINITY, signal);
    if (isLargeFleet(this.#intervalMs)) await clock.sleep(Math.random() * unnudgedMs(this.#intervalMs), signal);
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

  /** Waits at most one interval, unless told so: the agent converges that soon after the control plane is back. */
  async #waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
    const backoffMs = isLargeFleet(ms) ? unnudgedMs(ms) : Math.min(ms, this.#backoff.next());
    await this.#options.clock.sleep(Math.max(withJitter(backoffMs), this.#retryAfterMs), signal);
  }

  /** Waits for the interval, or until there is something to report. Without nudges, changes are asked for earlier. */
  async #waitForNextBeat(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.#backoff.reset();
    const endsAt = clock.elapsed() + withJitter(ms);
    do {
      const leftMs = endsAt - clock.elapsed();
      if (await this.#due.wait(Math.min(leftMs, withJitter(unnudgedMs(ms))), signal)) {
        await this.#debounce(signal);
        return;
      }
    } while (this.isNudged && !signal.aborted && clock.elapsed() < endsAt);
  }

  /** Waits for further changes of this host; a nudge is answered at once. */
  async #debounce(signal: AbortSignal): Promise<void> {
    if (await this.#nudged.wait(debounceMs.status, signal)) await this.#options.clock.sleep(debounceMs.nudge, signal);
  }

  #succeed(at: string, { heartbeatIntervalSeconds, ignored }: SyncAnswer): void {
    const { log, lease, onSuccess } = this.#options;
    this.#intervalMs = heartbeatIntervalSeconds * 1000;
    if (this.#loggedFailure !== null) log.info('control plane reachable again');
    this.#loggedFailure = null;
    this.#logIgnored(ignored.join(' and '));
    this.#state = { at, succeededAt: at, error: null };
    lease.isHeld = true;
    this.counts.succeeded++;
    this.#accepted.notify();
    onSuccess();
  }

  #fail(at: string, error: unknown): void {
    const { log, lease } = this.#options;
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
    this.#state = { ...this.#state, at, error: message };
    lease.isHeld = false;
    this.counts.failed++;
  }

  #logIgnored(ignored: string): void {
    if (ignored !== '' && ignored !== this.#loggedIgnored)
      this.#options.log.warn(
        `ignored ${ignored} of the control plane: not in a form that this version supports; upgrade the agent`,
      );
    this.#loggedIgnored = ignored;
  }
}
