import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { isDatabaseAway } from '../../platform/database/connection-fault.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { Measures } from '../../platform/monitoring/measures.ts';
import type { Traces } from '../../platform/monitoring/traces.ts';
import { webhookDelivery } from '../../tables/webhooks.ts';
import type { AddressPolicy } from './address-policy.ts';
import { type Claim, Claims, isClaimed } from './claims.ts';
import { post } from './post.ts';
import { ReceiverLines } from './receiver-lines.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';

/** Covers about a minute. */
const recordPolicy = { retries: 60, minTimeout: 100, maxTimeout: 1000, factor: 2 };

interface DeliverDeps {
  database: Database;
  secret: Pick<Secret, 'unseal'>;
  policy: AddressPolicy;
  version: string;
  measures: Measures;
  traces: Traces;
}

/** Attempts a claimed delivery once. */
export async function deliver(deps: DeliverDeps, { delivery, endpoint }: Claim): Promise<void> {
  const { database, policy, secret, version, measures, traces } = deps;
  if (endpoint === undefined) {
    const values = { status: 'failed', nextAttemptAt: null, claimedUntil: null } as const;
    await database.update(webhookDelivery).set(values).where(isClaimed(delivery));
    return;
  }
  const at = new Date();
  const startedAt = performance.now();
  const { id, body } = delivery;
  const headers = {
    'content-type': 'application/json',
    'user-agent': `satrap/${version}`,
    ...signedHeaders({ id, at, body }, endpoint.secrets, secret),
  };
  const outcome = await traces.part('webhook delivery', { 'satrap.delivery.id': id }, () =>
    post({ url: endpoint.url, headers, body, policy }),
  );
  const durationMs = performance.now() - startedAt;
  measures.webhookAttempt({ delivered: outcome.error === null, seconds: durationMs / 1000 });
  const wasFailing = endpoint.failingSince !== null;
  // Retry while the database is unavailable: an acknowledged delivery must not be sent again.
  const attempt = { delivery, wasFailing, outcome, at, durationMs };
  await pRetry(() => transact(database, (transaction) => recordAttempt(transaction, attempt)), {
    ...recordPolicy,
    shouldRetry: ({ error }) => isDatabaseAway(error),
  });
}

/** Maximum number of deliveries that one replica holds, in flight or queued for their receiver. */
const maxClaimed = 256;
/** Finds other replicas' deliveries. */
const pollMs = 1000;
const awayPolicy = { firstMs: 500, maxMs: 15_000 };

interface DeliveryWorkerOptions extends DeliverDeps {
  clock: Clock;
  log: Logger;
}

/** Attempts due deliveries, many at once. */
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

  /** Call after creating a delivery. */
  wake(): void {
    this.#notify.notify();
  }

  /** Runs until `signal` aborts, then waits for attempts in flight. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    const backoff = new Backoff(awayPolicy);
    const ended = new AbortController();
    const kept = this.#claims.keep(ended.signal);
    while (!signal.aborted) {
      try {
        const free = maxClaimed - this.#running.size;
        const claims = free > 0 ? await this.#claims.take(free) : [];
        for (const claim of claims) this.#begin(claim, signal);
        backoff.reset();
        if (claims.length === 0) await this.#notify.wait(pollMs, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'could not claim webhook deliveries');
        await clock.sleep(backoff.next(), signal);
      }
    }
    await Promise.all(this.#running);
    ended.abort();
    await kept;
  }

  #begin(claim: Claim, signal: AbortSignal): void {
    const ended = this.#try(claim, signal)
      // The claim expires, and the delivery is attempted again.
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'could not deliver a webhook'))
      .finally(() => {
        this.#running.delete(ended);
        this.#claims.release(claim);
        this.#notify.notify();
      });
    this.#running.add(ended);
  }

  async #try(claim: Claim, signal: AbortSignal): Promise<void> {
    const deferSeconds = await this.#lines.enter(claim.delivery.endpointId, async () => {
      // At shutdown, start nothing that is queued: it might be posted but not recorded.
      if (!signal.aborted && this.#claims.holds(claim)) await deliver(this.#options, claim);
    });
    if (deferSeconds === null) return;
    // Releases the claim without counting an attempt.
    const nextAttemptAt = sql`now() + make_interval(secs => ${deferSeconds}::float8)`;
    await this.#options.database
      .update(webhookDelivery)
      .set({ nextAttemptAt, claimedUntil: null })
      .where(isClaimed(claim.delivery));
  }
}
