import pRetry from 'p-retry';
import type { Secret } from '../accounts/secret.ts';
import { isDatabaseAway } from '../database/connection-fault.ts';
import type { Database } from '../database/database.ts';
import { and, eq, sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import { type Measures, silentMeasures } from '../monitoring/measures.ts';
import { noTraces, type Traces } from '../monitoring/traces.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { Claim } from './claim-deliveries.ts';
import type { DeliveryJob, DeliveryQueue } from './delivery-queue.ts';
import { post } from './post.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';
import { webhookDelivery } from './table.ts';

/** Tries for about a minute. */
const recordPolicy = { retries: 60, minTimeout: 100, maxTimeout: 1000, factor: 2 };

export interface DeliverDeps {
  database: Database;
  queue: DeliveryQueue;
  secret: Pick<Secret, 'unseal'>;
  policy: AddressPolicy;
  version: string;
  measures?: Measures;
  traces?: Traces;
}

/** Tries a delivery once, which this replica claimed; without a claim it has ended, or another replica is at it. */
export async function deliver(deps: DeliverDeps, job: DeliveryJob, claim: Claim | undefined): Promise<void> {
  const { database, queue, policy, secret, version, measures = silentMeasures, traces = noTraces } = deps;
  if (claim === undefined) return queue.done(database, job.jobId);
  const { delivery, endpoint } = claim;
  if (endpoint === undefined) {
    return transact(database, async (transaction) => {
      const values = { status: 'failed', nextAttemptAt: null, claimedUntil: null } as const;
      await transaction.update(webhookDelivery).set(values).where(eq(webhookDelivery.id, delivery.id));
      await queue.done(transaction, job.jobId);
    });
  }
  const at = new Date();
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': `satrap/${version}`,
    ...signedHeaders({ id: delivery.id, at, body: delivery.body }, endpoint, secret),
  };
  const outcome = await traces.part('webhook delivery', { 'satrap.delivery.id': delivery.id }, () =>
    post({ url: endpoint.url, headers, body: delivery.body, policy }),
  );
  const durationMs = performance.now() - startedAt;
  measures.webhookAttempt({ delivered: outcome.error === null, seconds: durationMs / 1000 });
  const wasFailing = endpoint.failingSince !== null;
  // While the database is away it is tried again: what the receiver acknowledged must not be sent again for that.
  await pRetry(
    () =>
      transact(database, (transaction) =>
        recordAttempt(transaction, queue, { job, delivery, wasFailing, outcome, at, durationMs }),
      ),
    { ...recordPolicy, shouldRetry: ({ error }) => isDatabaseAway(error) },
  );
}

/** Puts a delivery off for some seconds. No try is counted. */
export const putOff = (
  { database, queue }: Pick<DeliverDeps, 'database' | 'queue'>,
  job: DeliveryJob,
  seconds: number,
): Promise<void> =>
  transact(database, async (transaction) => {
    await transaction
      .update(webhookDelivery)
      .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds}::float8)`, claimedUntil: null })
      .where(and(eq(webhookDelivery.id, job.deliveryId), eq(webhookDelivery.status, 'pending')));
    await queue.add(transaction, [job], seconds);
    await queue.done(transaction, job.jobId);
  });
