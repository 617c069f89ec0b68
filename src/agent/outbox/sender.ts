import type { Logger } from 'pino';
import type { RuntimeEventInput } from '../../client/generated.ts';
import { Alarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import { ControlPlaneError } from '../sync/control-plane-error.ts';
import type { Outbox } from './outbox.ts';

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

/** Sends what the outbox holds, oldest first, until it is acknowledged. One request is under way at a time. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #recorded: Alarm;
  readonly #reachable: Alarm;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#recorded = new Alarm(options.clock);
    this.#reachable = new Alarm(options.clock);
  }

  /** There is something to send. */
  recorded(): void {
    this.#recorded.ring();
  }

  /** The control plane was just heard of: a try that failed is repeated now. */
  reachable(): void {
    this.#reachable.ring();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    // Before its first heartbeat the control plane does not know this executor, and would refuse what it is told of it.
    await this.#reachable.wait(Number.POSITIVE_INFINITY, signal);
    let failures = 0;
    while (!signal.aborted) {
      try {
        const sent = await this.#sendSome(signal);
        failures = 0;
        if (sent === 0) await this.#recorded.wait(lastRetryMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        // The heartbeat already tells that the control plane is away.
        log.debug({ err: error }, 'events could not be sent; they stay in the outbox');
        const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures++, 10)) * (0.7 + Math.random() * 0.6);
        await this.#reachable.wait(wait, signal);
      }
    }
  }

  async #sendSome(signal: AbortSignal): Promise<number> {
    const { outbox } = this.#options;
    const batch = outbox.nextBatch(batchSize);
    if (batch.length === 0) return 0;
    await this.#deliver(batch, signal);
    return batch.length;
  }

  /** Halves a batch that the control plane refuses as a whole, until the event that it cannot take is found. */
  async #deliver(batch: readonly RuntimeEventInput[], signal: AbortSignal): Promise<void> {
    const { outbox, send } = this.#options;
    let rejected: readonly { id: string; reason: string }[];
    try {
      rejected = await send(batch, signal);
    } catch (error) {
      if (!(error instanceof ControlPlaneError) || error.fault !== 'refused' || error.code !== 'invalid_input')
        throw error;
      const [only] = batch;
      if (batch.length > 1 || only === undefined) {
        const half = Math.ceil(batch.length / 2);
        await this.#deliver(batch.slice(0, half), signal);
        await this.#deliver(batch.slice(half), signal);
        return;
      }
      rejected = [{ id: only.id, reason: error.message }];
    }
    for (const { id, reason } of rejected) this.#tellRejected(batch, id, reason);
    outbox.acknowledge(batch.map(({ id }) => id));
  }

  #tellRejected(batch: readonly RuntimeEventInput[], id: string, reason: string): void {
    const event = batch.find((one) => one.id === id);
    if (event === undefined) return;
    this.#options.log.error({ eventId: id, kind: event.kind, reason }, 'the control plane will never take this event');
    // One about a rejection is not reported again: that would go on for ever.
    if (event.kind === rejectedKind) return;
    this.#options.outbox.record({
      level: 'error',
      kind: rejectedKind,
      nodeId: null,
      message: `The control plane refused an event of the kind ${event.kind.slice(0, 64)}: ${reason}`.slice(0, 1000),
      data: { id, kind: event.kind.slice(0, 64), at: event.at, nodeId: event.nodeId },
    });
  }
}
