import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { type Claim, claimDeliveries, claimSeconds, renewClaims } from './claim-deliveries.ts';
import type { DeliveryJob } from './delivery-queue.ts';

const renewEveryMs = (claimSeconds * 1000) / 4;

/** A job, with the delivery that this replica alone may try for it; without one, the delivery has ended, or somebody else is at it. */
export interface Taken {
  job: DeliveryJob;
  claim: Claim | undefined;
}

/** The deliveries that this replica has in hand, and that no other tries as long as it renews its claims. */
export class Claims {
  readonly #claimant = randomUUID();
  /** When each was claimed or renewed last, on the clock that stands still while the machine sleeps. */
  readonly #since = new Map<string, number>();
  readonly #options: { database: Database; clock: Clock; log: Logger };

  constructor(options: { database: Database; clock: Clock; log: Logger }) {
    this.#options = options;
  }

  /**
   * Takes jobs and claims their deliveries, in one transaction: a job that was taken when its replica died, and whose delivery was not yet
   * claimed, would be nobody's for a minute.
   */
  async take(takeJobs: (transaction: Database) => Promise<readonly DeliveryJob[]>): Promise<Taken[]> {
    const { database, clock } = this.#options;
    // From before the request, so that a claim never seems to be younger here than it is there.
    const since = clock.elapsed();
    const taken = await transact(database, async (transaction) => {
      const jobs = await takeJobs(transaction);
      const claims = await claimDeliveries(transaction, this.#claimant, jobs);
      return jobs.map((job) => {
        const claim = claims.get(job.deliveryId);
        // Of two jobs of one delivery, only one makes a try.
        claims.delete(job.deliveryId);
        return { job, claim };
      });
    });
    // Not before it is committed: what was never ours in hand would be renewed for ever.
    for (const { job, claim } of taken) if (claim !== undefined) this.#since.set(job.deliveryId, since);
    return taken;
  }

  /** Whether no other replica can have begun with it: asked just before a try, because it may have waited in a line, or the process stalled. */
  holds(deliveryId: string): boolean {
    const since = this.#since.get(deliveryId);
    return since !== undefined && this.#options.clock.elapsed() - since < (claimSeconds * 1000) / 2;
  }

  release(deliveryId: string): void {
    this.#since.delete(deliveryId);
  }

  /** Renews the claims until `signal` aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    while (!signal.aborted) {
      await clock.sleep(renewEveryMs, signal);
      await this.#renew().catch((error: unknown) => log.warn({ err: error }, 'could not renew the claims of webhooks'));
    }
  }

  async #renew(): Promise<void> {
    const { database, clock } = this.#options;
    const since = clock.elapsed();
    const old = [...this.#since].filter(([, at]) => since - at >= renewEveryMs / 2).map(([id]) => id);
    const renewed = new Set(await renewClaims(database, this.#claimant, old));
    for (const id of old) {
      // What ended meanwhile is no longer in hand.
      if (renewed.has(id) && this.#since.has(id)) this.#since.set(id, since);
    }
  }
}
