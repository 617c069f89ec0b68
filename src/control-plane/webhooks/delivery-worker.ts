import type { Logger } from 'pino';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { Claim } from './claim-deliveries.ts';
import { Claims } from './claims.ts';
import { type DeliverDeps, deliver, putOff } from './deliver.ts';
import type { DeliveryJob } from './delivery-queue.ts';
import { ReceiverLines } from './receiver-lines.ts';

/** Deliveries that one replica has in hand: under way, or in the line of their receiver. */
const maxInHand = 256;
/** Other replicas' deliveries are looked for this often. */
const pollMs = 1000;
const awayPolicy = { firstMs: 500, maxMs: 15_000 };

export interface DeliveryWorkerOptions extends DeliverDeps {
  clock: Clock;
  log: Logger;
}

/** Tries deliveries when their time has come, many at once. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  readonly #notify: Notify;
  readonly #running = new Set<Promise<void>>();
  readonly #lines = new ReceiverLines();
  readonly #claims: Claims;

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options;
    this.#notify = new Notify(options.clock);
    this.#claims = new Claims(options);
  }

  /** Says that there is a new delivery, so that it is tried at once. */
  wake(): void {
    this.#notify.notify();
  }

  /** Works until `signal` aborts, and then lets the tries under way end. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue, clock, log } = this.#options;
    const backoff = new Backoff(awayPolicy);
    await this.#start(signal);
    const ended = new AbortController();
    const kept = this.#claims.keep(ended.signal);
    while (!signal.aborted) {
      try {
        const free = maxInHand - this.#running.size;
        const taken = free > 0 ? await this.#claims.take((transaction) => queue.take(transaction, free)) : [];
        for (const { job, claim } of taken) this.#begin(job, claim);
        backoff.reset();
        if (taken.length === 0) await this.#notify.wait(pollMs, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'could not look for webhooks to deliver');
        await clock.sleep(backoff.next(), signal);
      }
    }
    await Promise.all(this.#running);
    ended.abort();
    await kept;
    await queue.stop();
  }

  /** The database may be away at the start. */
  async #start(signal: AbortSignal): Promise<void> {
    const { queue, clock, log } = this.#options;
    const backoff = new Backoff(awayPolicy);
    while (!signal.aborted) {
      try {
        return await queue.start();
      } catch (error) {
        log.error({ err: error }, 'could not open the queue of webhooks');
        await clock.sleep(backoff.next(), signal);
      }
    }
  }

  #begin(job: DeliveryJob, claim: Claim | undefined): void {
    const ended = this.#try(job, claim)
      // Not lost: the job comes back when its time is over.
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'could not deliver a webhook'))
      .finally(() => {
        this.#running.delete(ended);
        if (claim !== undefined) this.#claims.release(claim.delivery.id);
        this.#notify.notify();
      });
    this.#running.add(ended);
  }

  async #try(job: DeliveryJob, claim: Claim | undefined): Promise<void> {
    const secondsAway = await this.#lines.enter(job.endpointId, () => this.#deliver(job, claim));
    if (secondsAway !== null) await putOff(this.#options, job, secondsAway);
  }

  #deliver(job: DeliveryJob, claim: Claim | undefined): Promise<void> {
    const isOurs = claim !== undefined && this.#claims.holds(claim.delivery.id);
    return deliver(this.#options, job, isOurs ? claim : undefined);
  }
}
