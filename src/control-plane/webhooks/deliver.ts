import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Secret } from '../accounts/secret.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { DeliveryJob, DeliveryQueue } from './delivery-queue.ts';
import { post } from './post.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from './table.ts';

/** Well above the time of a try; a replica that dies in one leaves its delivery to others after this. */
const claimSeconds = 60;

export interface DeliverDeps {
  database: Database;
  queue: DeliveryQueue;
  secret: Pick<Secret, 'unseal'>;
  policy: AddressPolicy;
  version: string;
}

/** Tries a delivery once, unless it has ended, or another replica is at it. */
export async function deliver(deps: DeliverDeps, job: DeliveryJob): Promise<void> {
  const { database, queue, policy, secret, version } = deps;
  const delivery = await claim(database, job.deliveryId);
  if (delivery === undefined) return queue.done(database, job.jobId);
  const endpoint = await endpointOf(database, delivery);
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
  const outcome = await post({ url: endpoint.url, headers, body: delivery.body, policy });
  const durationMs = performance.now() - startedAt;
  await transact(database, (transaction) =>
    recordAttempt(transaction, queue, { job, delivery, outcome, at, durationMs }),
  );
}

/** Returns the delivery when its time has come and nobody else is at it. */
async function claim(database: Database, id: string): Promise<DeliveryRow | undefined> {
  const [delivery] = await database
    .update(webhookDelivery)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${claimSeconds}::int)` })
    .where(
      and(
        eq(webhookDelivery.id, id),
        eq(webhookDelivery.status, 'pending'),
        lte(webhookDelivery.nextAttemptAt, sql`now() + interval '1 second'`),
        or(isNull(webhookDelivery.claimedUntil), lte(webhookDelivery.claimedUntil, sql`now()`)),
      ),
    )
    .returning();
  return delivery;
}

/** Returns where a delivery goes; undefined when its endpoint was switched off, or is another one by now. */
async function endpointOf(database: Database, delivery: DeliveryRow): Promise<EndpointRow | undefined> {
  const [endpoint] = await database
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.id, delivery.endpointId), eq(webhookEndpoint.enabled, true)));
  return endpoint;
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
      .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds}::float8)` })
      .where(and(eq(webhookDelivery.id, job.deliveryId), eq(webhookDelivery.status, 'pending')));
    await queue.add(transaction, [job], seconds);
    await queue.done(transaction, job.jobId);
  });
