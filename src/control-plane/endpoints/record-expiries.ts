import { recordEvents } from '../history/events/record-events.ts';
import { lockOrganization } from '../people/accounts/key-limits.ts';
import { publish } from '../platform/bus/outbox.ts';
import { and, type Database, eq, hasKey, inArray, isNull, lte, sql, transact } from '../platform/database/database.ts';
import type { Fence } from '../platform/jobs/lease.ts';
import { eachApart } from '../platform/jobs/run-on-one-replica.ts';
import { consumer, endpoint } from '../tables/endpoints.ts';
import { consumerExpired } from './endpoint-events.ts';

const isUnrecorded = and(lte(consumer.expiresAt, sql`now()`), isNull(consumer.expiryRecordedAt));

/** Records each consumer that expired, once. Gateways end its secrets themselves. */
export async function recordExpiries(database: Database, signal: AbortSignal, fence: Fence): Promise<void> {
  const owners = await database
    .selectDistinct({ organizationId: consumer.organizationId })
    .from(consumer)
    .where(isUnrecorded);
  await eachApart(owners, signal, ({ organizationId }) =>
    transact(database, async (transaction) => {
      // In the order of the mutations, which lock the organization before a consumer.
      await lockOrganization(transaction, organizationId);
      await recordExpiriesOf(transaction, organizationId);
      await fence(transaction);
    }),
  );
}

async function recordExpiriesOf(transaction: Database, organizationId: string): Promise<void> {
  const expired = await transaction
    .select({ consumer, endpointName: endpoint.name })
    .from(consumer)
    .innerJoin(endpoint, hasKey(endpoint, consumer.organizationId, consumer.endpointId))
    .where(and(eq(consumer.organizationId, organizationId), isUnrecorded));
  const ids = expired.map((each) => each.consumer.id);
  await transaction
    .update(consumer)
    .set({ expiryRecordedAt: sql`now()` })
    .where(and(eq(consumer.organizationId, organizationId), inArray(consumer.id, ids)));
  await publish(
    transaction,
    ...ids.map((id) => ({ kind: 'changed' as const, organizationId, type: 'endpoint' as const, id })),
  );
  const events = expired.flatMap((named) => {
    const { expiresAt } = named.consumer;
    return expiresAt === null ? [] : [consumerExpired(named, expiresAt)];
  });
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
}
