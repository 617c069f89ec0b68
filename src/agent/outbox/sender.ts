import type { Logger } from 'pino';
import type { RuntimeEventInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { ControlPlaneError } from '../control-plane/control-plane-error.ts';
import type { Service } from '../service.ts';
import type { NewEvent } from './event.ts';
import { type Outbox, OutboxWriteError } from './outbox.ts';

/** What the control plane says of a batch: the ids that it will never take, with its reason. All others are stored. */
export type SendEvents = (
  events: readonly RuntimeEventInput[],
  signal: AbortSignal,
) => Promise<readonly { id: string; reason: string }[]>;

export interface SenderOptions {
  outbox: Outbox;
  send: SendEvents;
  clock: Clock;
  log: Logger;
}

const batchSize = 100;
const firstRetryMs = 250;
const lastRetryMs = 60_000;

/** Told of an event that the control plane will never take. */
export const rejectedKind = 'outbox.rejected';

/**
 * Sends what the outbox holds, oldest first, until it is acknowledged. One request is under way at a time.
 *
 * An event that is refused alone may be poison, or the control plane (a proxy before it) may refuse everything. So it is put aside, and
 * is dropped only when it is refused again after another one was taken.
 */
export class Sender implements Service {
  readonly name = 'event sender';
  readonly #options: SenderOptions;
  /** Refused alone, and nothing was taken since. */
  readonly #aside = new Set<string>();
  /** Refused alone, and others were taken since. */
  readonly #suspects = new Set<string>();
  readonly #recorded: Notify;
  readonly #reachable: Notify;
  #complaint: string | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#recorded = new Notify(options.clock);
    this.#reachable = new Notify(options.clock);
  }

  /** There is something to send. */
  recorded(): void {
    this.#recorded.notify();
  }

  /** The control plane was just heard of: a try that failed is repeated now. */
  reachable(): void {
    this.#reachable.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    // Before its first heartbeat the control plane does not know this executor, and would refuse what it is told of it.
    await this.#reachable.wait(Number.POSITIVE_INFINITY, signal);
    let failures = 0;
    while (!signal.aborted) {
      try {
        const sent = await this.#sendSome(signal);
        failures = 0;
        this.#complaint = null;
        if (sent === 0) await this.#recorded.wait(lastRetryMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#complain(error);
        const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures++, 10)) * (0.7 + Math.random() * 0.6);
        await this.#reachable.wait(wait, signal);
      }
    }
  }

  async #sendSome(signal: AbortSignal): Promise<number> {
    const { outbox } = this.#options;
    // While all are refused, one tells as much as a hundred would.
    let batch = outbox.nextBatch(this.#aside.size > 0 ? 1 : batchSize, this.#aside);
    if (batch.length === 0) {
      this.#aside.clear();
      batch = outbox.nextBatch(batchSize);
    }
    await this.#deliver(batch, signal);
    return batch.length;
  }

  /** Halves a batch that the control plane refuses as a whole, until the event that it cannot take is found. */
  async #deliver(batch: readonly RuntimeEventInput[], signal: AbortSignal): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    let rejected: readonly { id: string; reason: string }[];
    try {
      rejected = await this.#options.send(batch, signal);
    } catch (error) {
      if (!(error instanceof ControlPlaneError) || error.fault !== 'refused' || error.code !== 'invalid_input')
        throw error;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.#deliver(batch.slice(0, half), signal);
        await this.#deliver(batch.slice(half), signal);
        return;
      }
      if (!this.#suspects.has(first.id)) {
        this.#aside.add(first.id);
        throw error;
      }
      rejected = [{ id: first.id, reason: error.message }];
    }
    this.#done(batch, rejected);
  }

  #done(batch: readonly RuntimeEventInput[], rejected: readonly { id: string; reason: string }[]): void {
    const ids = batch.map(({ id }) => id);
    const told = rejected.flatMap(({ id, reason }) => this.#rejection(batch, id, reason));
    this.#options.outbox.acknowledge(ids, told);
    for (const id of ids) this.#suspects.delete(id);
    if (rejected.length === batch.length) return;
    for (const id of this.#aside) this.#suspects.add(id);
    this.#aside.clear();
  }

  #rejection(batch: readonly RuntimeEventInput[], id: string, reason: string): NewEvent[] {
    const event = batch.find((one) => one.id === id);
    if (event === undefined) return [];
    const { kind, at, nodeId } = event;
    this.#options.log.error({ eventId: id, kind, reason }, 'the control plane will never take this event');
    // One about a rejection is not reported again: that would go on for ever.
    if (kind === rejectedKind) return [];
    return [
      {
        level: 'error',
        kind: rejectedKind,
        nodeId: null,
        message: fitText(`The control plane refused an event of the kind ${kind.slice(0, 64)}: ${reason}`, 1000),
        data: { id, kind: kind.slice(0, 64), at, nodeId },
      },
    ];
  }

  /** One line for one trouble. That the control plane is away, the heartbeat already tells. */
  #complain(error: unknown): void {
    const { log } = this.#options;
    const known = error instanceof ControlPlaneError || error instanceof OutboxWriteError;
    if (error instanceof ControlPlaneError && (error.fault === 'unreachable' || error.fault === 'unauthorized')) {
      log.debug(`events could not be sent: ${error.message}; they stay in the outbox`);
      return;
    }
    const complaint =
      error instanceof ControlPlaneError
        ? `${error.fault} ${error.code}`
        : error instanceof Error
          ? error.name
          : 'unknown';
    if (complaint === this.#complaint) return;
    this.#complaint = complaint;
    const message = errorMessage(error);
    log.error(known ? {} : { err: error }, `events could not be sent: ${message}; they stay in the outbox`);
  }
}
