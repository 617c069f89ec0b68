import type { Logger } from 'pino';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import type { Claim } from './claim-deliveries.ts';
import { Claims } from './claims.ts';
import { type DeliverDeps, deliver, putOff } from './deliver.ts';
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
    const { clock, log } = this.#options;
    const backoff = new Backoff(awayPolicy);
    const ended = new AbortController();
    const kept = this.#claims.keep(ended.signal);
    while (!signal.aborted) {
      try {
        const free = maxInHand - this.#running.size;
        const claims = free > 0 ? await this.#claims.take(free) : [];
        for (const claim of claims) this.#begin(claim, signal);
        backoff.reset();
        if (claims.length === 0) await this.#notify.wait(pollMs, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'could not look for webhooks to deliver');
        await clock.sleep(backoff.next(), signal);
      }
    }
    await Promise.all(this.#running);
    ended.abort();
    await kept;
  }

  #begin(claim: Claim, signal: AbortSignal): void {
    const ended = this.#try(claim, signal)
      // Not lost: the claim expires, and the delivery is tried again.
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'could not deliver a webhook'))
      .finally(() => {
        this.#running.delete(ended);
        this.#claims.release(claim);
        this.#notify.notify();
      });
    this.#running.add(ended);
  }

  async #try(claim: Claim, signal: AbortSignal): Promise<void> {
    const secondsAway = await this.#lines.enter(claim.delivery.endpointId, async () => {
      // At the end nothing in line begins: it might be posted, and not recorded.
      if (!signal.aborted && this.#claims.holds(claim)) await deliver(this.#options, claim);
    });
    if (secondsAway !== null) await putOff(this.#options.database, claim, secondsAway);
  }
}
