import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { DeliveryJob } from './delivery-queue.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from './table.ts';

/** Above the time that a try and the line before a receiver may take; a replica that dies leaves its deliveries to others after this. */
const claimSeconds = 120;

/** A delivery that this replica alone may try now. */
export interface Claim {
  delivery: DeliveryRow;
  /** Where it goes; undefined when its endpoint was switched off, or is another one by now. */
  endpoint: EndpointRow | undefined;
}

/** Claims the deliveries of jobs whose time has come and that nobody else is at. Returns them by their ids. */
export async function claimDeliveries(database: Database, jobs: readonly DeliveryJob[]): Promise<Map<string, Claim>> {
  if (jobs.length === 0) return new Map();
  const deliveries = await database
    .update(webhookDelivery)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${claimSeconds}::int)` })
    .where(
      and(
        inArray(
          webhookDelivery.id,
          jobs.map(({ deliveryId }) => deliveryId),
        ),
        eq(webhookDelivery.status, 'pending'),
        lte(webhookDelivery.nextAttemptAt, sql`now() + interval '1 second'`),
        or(isNull(webhookDelivery.claimedUntil), lte(webhookDelivery.claimedUntil, sql`now()`)),
      ),
    )
    .returning();
  const organizations = [...new Set(deliveries.map(({ organizationId }) => organizationId))];
  const endpoints =
    organizations.length === 0
      ? []
      : await database
          .select()
          .from(webhookEndpoint)
          .where(and(inArray(webhookEndpoint.organizationId, organizations), eq(webhookEndpoint.enabled, true)));
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return new Map(deliveries.map((delivery) => [delivery.id, { delivery, endpoint: byId.get(delivery.endpointId) }]));
}
