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

export type Heartbeat = ReturnType<typeof heartbeatOf>;

/** Reports this executor and its nodes at the control plane's interval, and takes the desired state. */
export function heartbeatOf(options: HeartbeatOptions) {
  const { describe, accept, lease, onSuccess, pulse, clock, log } = options;
  const send = reportSender(options);
  const due = new Notify(clock);
  const nudged = new Notify(clock);
  const accepted = new Notify(clock);
  const backoff = new Backoff(retryPolicy);
  const counts = { succeeded: 0, failed: 0 };
  let intervalMs = defaultIntervalMs;
  let isNudged = false;
  let retryAfterMs = 0;
  let loggedFailure: string | null = null;
  let loggedIgnored = '';
  let state: Record<'at' | 'succeededAt' | 'error', string | null> = { at: null, succeededAt: null, error: null };

  const logIgnored = (ignored: string): void => {
    if (ignored !== '' && ignored !== loggedIgnored)
      log.warn(`ignored ${ignored} of the control plane: not in a form that this version supports; upgrade the agent`);
    loggedIgnored = ignored;
  };

  const succeed = (at: string, { heartbeatIntervalSeconds, ignored }: SyncAnswer): void => {
    intervalMs = heartbeatIntervalSeconds * 1000;
    if (loggedFailure !== null) log.info('control plane reachable again');
    loggedFailure = null;
    logIgnored(ignored.join(' and '));
    state = { at, succeededAt: at, error: null };
    lease.isHeld = true;
    counts.succeeded++;
    accepted.notify();
    onSuccess();
  };

  const fail = (at: string, error: unknown): void => {
    const message = errorMessage(error);
    const failure = failureKind(error);
    retryAfterMs = error instanceof ControlPlaneError ? error.retryAfterMs : 0;
    if (failure !== loggedFailure) {
      const isExpected = error instanceof ControlPlaneError || error instanceof RefusedAnswer;
      log.warn(
        isExpected ? {} : { err: error },
        `heartbeat failed: ${message}; nodes keep running with the last desired state`,
      );
    }
    loggedFailure = failure;
    state = { ...state, at, error: message };
    lease.isHeld = false;
    counts.failed++;
  };

  /** Sends one heartbeat and returns whether it succeeded. Never throws for failures of the control plane. */
  const beat = async (signal: AbortSignal): Promise<boolean> => {
    const at = new Date(clock.now()).toISOString();
    // This report covers them.
    due.clear();
    nudged.clear();
    try {
      const answer = await send(await describe(), signal);
      accept(answer);
      succeed(at, answer);
      return true;
    } catch (error) {
      if (!signal.aborted) fail(at, error);
      return false;
    }
  };

  return {
    name: 'heartbeat',
    counts,
    get state() {
      return state;
    },
    /** There is something to report. */
    wake: () => due.notify(),
    /** The control plane has something for this agent. */
    nudge(): void {
      nudged.notify();
      due.notify();
    },
    /** Resolves when a later heartbeat is accepted or `signal` aborts. A small fleet does not wait for the interval; a large one waits a moment longer, because the heartbeats of others come first. */
    async heard(signal: AbortSignal): Promise<void> {
      if (!isLargeFleet(intervalMs)) due.notify();
      accepted.clear();
      await accepted.wait(Number.POSITIVE_INFINITY, signal);
      if (isLargeFleet(intervalMs)) await clock.sleep(Math.random() * unnudgedMs(intervalMs), signal);
    },
    /** Whether the control plane announces changes by nudges, or will soon: more heartbeats would delay the stream of an overloaded one. */
    set isNudged(isComing: boolean) {
      isNudged = isComing;
    },
    run(signal: AbortSignal): Promise<void> {
      let isAccepted = false;
      const rest = async (ms: number) => {
        // The interval at most, unless told so: the agent converges that soon after the control plane is back.
        if (!isAccepted) {
          const backoffMs = isLargeFleet(ms) ? unnudgedMs(ms) : Math.min(ms, backoff.next());
          return clock.sleep(Math.max(withJitter(backoffMs), retryAfterMs), signal);
        }
        backoff.reset();
        const endsAt = clock.elapsed() + withJitter(ms);
        do {
          const leftMs = endsAt - clock.elapsed();
          if (await due.wait(Math.min(leftMs, withJitter(unnudgedMs(ms))), signal)) {
            if (await nudged.wait(debounceMs.status, signal)) await clock.sleep(debounceMs.nudge, signal);
            return;
          }
        } while (isNudged && !signal.aborted && clock.elapsed() < endsAt);
      };
      return loop({ pulse, signal, rest }, async () => {
        isAccepted = await beat(signal);
        return intervalMs;
      });
    },
  };
}
