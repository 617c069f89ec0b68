import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { type Claim, claimDeliveries, claimSeconds, renewClaims } from './claim-deliveries.ts';

const renewEveryMs = (claimSeconds * 1000) / 4;

/** The claims that this replica holds; no other replica tries their deliveries as long as they are renewed. */
export class Claims {
  /** When each was claimed or renewed last, on the clock that stands still while the machine sleeps. */
  readonly #since = new Map<Claim, number>();
  readonly #options: { database: Database; clock: Clock; log: Logger };

  constructor(options: { database: Database; clock: Clock; log: Logger }) {
    this.#options = options;
  }

  /** Claims up to so many deliveries that are due. */
  async take(count: number): Promise<Claim[]> {
    const { database, clock } = this.#options;
    // From before the request, so that a claim never seems to be younger here than it is there.
    const since = clock.elapsed();
    const claims = await transact(database, (transaction) => claimDeliveries(transaction, count));
    for (const claim of claims) this.#since.set(claim, since);
    return claims;
  }

  /** Whether no other replica can have claimed it: asked just before a try, because it may have waited in a line, or the process stalled. */
  holds(claim: Claim): boolean {
    const since = this.#since.get(claim);
    return since !== undefined && this.#options.clock.elapsed() - since < (claimSeconds * 1000) / 2;
  }

  release(claim: Claim): void {
    this.#since.delete(claim);
  }

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
    const old = [...this.#since].filter(([, at]) => since - at >= renewEveryMs / 2).map(([claim]) => claim);
    const renewed = await renewClaims(database, old);
    for (const claim of old) {
      // A try that ended meanwhile has released its claim.
      if (renewed.has(claim.delivery.claimId) && this.#since.has(claim)) this.#since.set(claim, since);
    }
  }
}
