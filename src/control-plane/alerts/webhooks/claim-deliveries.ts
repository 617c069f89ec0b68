import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from '../../platform/database/drizzle.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';

/** A claim expires after so many seconds, so that others take over when a replica dies; one that lives renews its claims. */
export const claimSeconds = 12;

/** A delivery that this replica alone may try now. */
export interface Claim {
  /** With the id of the claim. */
  delivery: DeliveryRow;
  /** Where it goes; undefined when its endpoint was disabled or replaced. */
  endpoint: EndpointRow | undefined;
}

const expiry = sql`now() + make_interval(secs => ${claimSeconds}::int)`;

/** Claims up to so many deliveries that are due and that nobody else has claimed, in the order of their messages. */
export async function claimDeliveries(transaction: Database, count: number): Promise<Claim[]> {
  // A CTE, because PostgreSQL may run a subquery of the update twice, and claim more rows than there is room for.
  const due = transaction.$with('due').as(
    transaction
      .select({ id: webhookDelivery.id })
      .from(webhookDelivery)
      .where(
        and(
          eq(webhookDelivery.status, 'pending'),
          lte(webhookDelivery.nextAttemptAt, sql`now()`),
          or(isNull(webhookDelivery.claimedUntil), lte(webhookDelivery.claimedUntil, sql`now()`)),
        ),
      )
      .orderBy(asc(webhookDelivery.nextAttemptAt), asc(webhookDelivery.sequence))
      .limit(count)
      .for('update', { skipLocked: true }),
  );
  const deliveries = await transaction
    .with(due)
    .update(webhookDelivery)
    .set({ claimedUntil: expiry, claimId: sql`gen_random_uuid()` })
    .where(inArray(webhookDelivery.id, transaction.select({ id: due.id }).from(due)))
    .returning();
  if (deliveries.length === 0) return [];
  const organizations = [...new Set(deliveries.map(({ organizationId }) => organizationId))];
  const endpoints = await transaction
    .select()
    .from(webhookEndpoint)
    .where(and(inArray(webhookEndpoint.organizationId, organizations), eq(webhookEndpoint.enabled, true)));
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return deliveries
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((delivery) => ({ delivery, endpoint: byId.get(delivery.endpointId) }));
}

/** The condition that a claim of this delivery still holds: nobody else has claimed it, and nothing was recorded. */
export const isClaimed = ({ id, claimId }: DeliveryRow) =>
  and(eq(webhookDelivery.id, id), sql`${webhookDelivery.claimId} = ${claimId}`, isUnderWay);

const isUnderWay = and(eq(webhookDelivery.status, 'pending'), isNotNull(webhookDelivery.claimedUntil));

/** Renews claims, and returns the ids of those that still hold. */
export async function renewClaims(database: Database, claims: readonly Claim[]): Promise<Set<string | null>> {
  if (claims.length === 0) return new Set();
  const renewed = await database
    .update(webhookDelivery)
    .set({ claimedUntil: expiry })
    .where(
      and(
        inArray(
          webhookDelivery.id,
          claims.map(({ delivery }) => delivery.id),
        ),
        inArray(
          webhookDelivery.claimId,
          claims.flatMap(({ delivery }) => delivery.claimId ?? []),
        ),
        isUnderWay,
      ),
    )
    .returning({ claimId: webhookDelivery.claimId });
  return new Set(renewed.map(({ claimId }) => claimId));
}
