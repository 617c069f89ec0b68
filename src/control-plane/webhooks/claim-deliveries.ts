import type { Database } from '../database/database.ts';
import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from '../database/drizzle.ts';
import type { DeliveryJob } from './delivery-queue.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from './table.ts';

/** A replica that dies leaves its deliveries to others after so many seconds; one that lives renews its claims. */
export const claimSeconds = 12;

/** A delivery that this replica alone may try now. */
export interface Claim {
  delivery: DeliveryRow;
  /** Where it goes; undefined when its endpoint was switched off, or is another one by now. */
  endpoint: EndpointRow | undefined;
}

const untilThen = sql`now() + make_interval(secs => ${claimSeconds}::int)`;

/** Claims the deliveries of jobs whose time has come and that nobody else is at. Returns them by their ids. */
export async function claimDeliveries(
  database: Database,
  claimant: string,
  jobs: readonly DeliveryJob[],
): Promise<Map<string, Claim>> {
  if (jobs.length === 0) return new Map();
  const deliveries = await database
    .update(webhookDelivery)
    .set({ claimedUntil: untilThen, claimedBy: claimant })
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

/** Renews the claims of a claimant, and returns the deliveries that are still its own. */
export async function renewClaims(database: Database, claimant: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const renewed = await database
    .update(webhookDelivery)
    .set({ claimedUntil: untilThen })
    .where(
      and(
        inArray(webhookDelivery.id, [...ids]),
        eq(webhookDelivery.status, 'pending'),
        eq(webhookDelivery.claimedBy, claimant),
        // What is recorded meanwhile waits for its next try, and is nobody's.
        isNotNull(webhookDelivery.claimedUntil),
      ),
    )
    .returning({ id: webhookDelivery.id });
  return renewed.map(({ id }) => id);
}
