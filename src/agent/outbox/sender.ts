import type { Logger } from 'pino';
import type { RuntimeEventInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { ControlPlaneError, failureKind } from '../control-plane/call-error.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { NewEvent } from './event.ts';
import { type Outbox, OutboxWriteError } from './outbox.ts';

/** Reports a batch and returns the rejected events. All others are stored. */
export type SendEvents = ControlPlaneClient['reportEvents'];
type Rejections = Awaited<ReturnType<SendEvents>>;

export interface SenderOptions {
  outbox: Outbox;
  send: SendEvents;
  pulse: Pulse;
  clock: Clock;
  log: Logger;
}

const maxBatchSize = 100;
const retryPolicy = { firstMs: 250, maxMs: 60_000, jitter: 0.3 };
/** Maximum time between two reads of the outbox, in case a notification was missed. */
const maxIdleMs = 60_000;
/** Events in quick succession, such as those of a deployment, are sent together after the first one. */
const pauseMs = 100;

/**
 * Sends the outbox, oldest first. An event refused alone is set aside, and dropped only if it is refused again after
 * another was accepted: the control plane, or a proxy, may be refusing everything.
 */
export class Sender {
  readonly name = 'event sender';
  readonly #options: SenderOptions;
  readonly #reachable: Notify;
  readonly #backoff = new Backoff(retryPolicy);
  /** Ids of events that were refused alone. */
  readonly #setAside = new Set<string>();
  /** Refused alone; others were accepted since. */
  readonly #suspects = new Set<string>();
  /** The kind of failure that was logged last, so that each is logged once; null after a success. */
  #loggedFailure: string | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#reachable = new Notify(options.clock);
  }

  /** The control plane has just answered: retry now. */
  reachable(): void {
    this.#reachable.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { outbox, pulse, clock } = this.#options;
    let isReachable = false;
    let awaited = this.#reachable;
    const rest = async (ms: number) => {
      const isNotified = await awaited.wait(ms, signal);
      isReachable ||= isNotified;
    };
    await loop({ pulse, signal, rest }, async () => {
      // Before its first heartbeat the control plane does not know this executor, and would refuse its events.
      if (!isReachable) return maxIdleMs;
      try {
        const count = await this.#sendBatch(signal);
        this.#backoff.reset();
        this.#loggedFailure = null;
        awaited = outbox.recorded;
        if (count === 0) return maxIdleMs;
        if (count < maxBatchSize) await clock.sleep(pauseMs, signal);
        return 0;
      } catch (error) {
        if (!signal.aborted) this.#logFailure(error);
        awaited = this.#reachable;
        return this.#backoff.next();
      }
    });
  }

  /** Sends the oldest events, and returns their number. */
  async #sendBatch(signal: AbortSignal): Promise<number> {
    const { outbox } = this.#options;
    // While everything is refused, one event shows as much as a hundred.
    let batch = outbox.nextBatch(this.#setAside.size > 0 ? 1 : maxBatchSize, this.#setAside);
    if (batch.length === 0) {
      this.#setAside.clear();
      batch = outbox.nextBatch(maxBatchSize);
    }
    await this.#deliver(batch, signal);
    return batch.length;
  }

  /** Halves a refused batch until the event that the control plane cannot store is found. */
  async #deliver(batch: readonly RuntimeEventInput[], signal: AbortSignal): Promise<void> {
    const { send, pulse } = this.#options;
    const [first] = batch;
    if (first === undefined) return;
    let rejections: Rejections;
    pulse.beat();
    try {
      rejections = await send(batch, signal);
    } catch (error) {
      if (!isInvalidInput(error)) throw error;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.#deliver(batch.slice(0, half), signal);
        await this.#deliver(batch.slice(half), signal);
        return;
      }
      if (!this.#suspects.has(first.id)) {
        this.#setAside.add(first.id);
        throw error;
      }
      rejections = [{ id: first.id, reason: error.message }];
    }
    this.#acknowledge(batch, rejections);
  }

  #acknowledge(batch: readonly RuntimeEventInput[], rejections: Rejections): void {
    const { outbox, log } = this.#options;
    const ids = batch.map(({ id }) => id);
    const reports = rejections.flatMap(({ id, reason }) => {
      const event = batch.find((sent) => sent.id === id);
      if (event === undefined) return [];
      const { kind } = event;
      log.error({ eventId: id, kind, reason }, 'dropped event: rejected by the control plane');
      // A rejected report is not reported: that would never end.
      return kind === 'outbox.rejected' ? [] : [rejectionReport(event, reason)];
    });
    outbox.acknowledge(ids, reports);
    for (const id of ids) this.#suspects.delete(id);
    if (rejections.length === batch.length) return;
    for (const id of this.#setAside) this.#suspects.add(id);
    this.#setAside.clear();
  }

  /** Logs one line per kind of failure. The heartbeat already logs an unreachable control plane. */
  #logFailure(error: unknown): void {
    const { log } = this.#options;
    const message = `cannot send events: ${errorMessage(error)}; they stay in the outbox`;
    if (error instanceof ControlPlaneError && (error.fault === 'unreachable' || error.fault === 'unauthorized')) {
      log.debug(message);
      return;
    }
    const failure = failureKind(error);
    if (failure === this.#loggedFailure) return;
    this.#loggedFailure = failure;
    const isExpected = error instanceof ControlPlaneError || error instanceof OutboxWriteError;
    log.error(isExpected ? {} : { err: error }, message);
  }
}

const isInvalidInput = (error: unknown): error is ControlPlaneError =>
  error instanceof ControlPlaneError && error.fault === 'refused' && error.code === 'invalid_input';

function rejectionReport({ id, kind, at, nodeId }: RuntimeEventInput, reason: string): NewEvent {
  const shortKind = kind.slice(0, 64);
  return {
    kind: 'outbox.rejected',
    nodeId: null,
    message: fitText(`The control plane rejected an event of kind ${shortKind}: ${reason}`, 1000),
    data: { id, kind: shortKind, at, nodeId },
  };
}
