import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql, transact } from '../../platform/database/database.ts';
import { hasKey, hasKeys, keyOf } from '../../platform/database/tenant-keys.ts';
import { isOfActive } from '../../tables/accounts.ts';
import { type ChannelRow, type DeliveryRow, notificationChannel, webhookDelivery } from '../../tables/channels.ts';

/** If a replica dies, others take over after this. A live replica renews its claims. */
const claimSeconds = 12;

/** A delivery that only this replica may try. */
export interface Claim {
  delivery: DeliveryRow;
  /** Undefined if the channel was disabled or deleted. */
  channel: ChannelRow | undefined;
}

const expiry = sql`now() + make_interval(secs => ${claimSeconds}::int)`;

/** Claims due deliveries, in the order of their messages. */
export async function claimDeliveries(transaction: Database, count: number): Promise<Claim[]> {
  const { organizationId, id, sequence, status, nextAttemptAt, claimedUntil } = webhookDelivery;
  const isFree = or(isNull(claimedUntil), lte(claimedUntil, sql`now()`));
  // A CTE, because PostgreSQL may run a subquery twice and claim more rows than `count`.
  const due = transaction.$with('due').as(
    transaction
      .select({ organizationId, id })
      .from(webhookDelivery)
      .where(and(eq(status, 'pending'), lte(nextAttemptAt, sql`now()`), isFree, isOfActive(organizationId)))
      .orderBy(asc(nextAttemptAt), asc(sequence))
      .limit(count)
      .for('update', { skipLocked: true }),
  );
  const deliveries = await transaction
    .with(due)
    .update(webhookDelivery)
    .set({ claimedUntil: expiry, claimId: sql`gen_random_uuid()` })
    .where(sql`(${organizationId}, ${id}) IN (SELECT * FROM ${due})`)
    .returning();
  if (deliveries.length === 0) return [];
  const channelKeys = deliveries.map((delivery) => ({ ...delivery, id: delivery.channelId }));
  const channels = await transaction
    .select()
    .from(notificationChannel)
    .where(and(hasKeys(notificationChannel, channelKeys), eq(notificationChannel.enabled, true)));
  const byKey = new Map(channels.map((channel) => [keyOf(channel), channel]));
  return deliveries
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((delivery) => ({ delivery, channel: byKey.get(keyOf({ ...delivery, id: delivery.channelId })) }));
}

/** Whether the claim still holds and no attempt was recorded. */
export const isClaimed = ({ organizationId, id, claimId }: DeliveryRow) =>
  and(hasKey(webhookDelivery, organizationId, id), sql`${webhookDelivery.claimId} = ${claimId}`, isUnderWay);

const isUnderWay = and(eq(webhookDelivery.status, 'pending'), isNotNull(webhookDelivery.claimedUntil));

/** Returns the ids of claims that still hold. */
async function renewClaims(database: Database, claims: readonly Claim[]): Promise<Set<string | null>> {
  if (claims.length === 0) return new Set();
  const deliveries = claims.map(({ delivery }) => delivery);
  const claimIds = claims.flatMap(({ delivery }) => delivery.claimId ?? []);
  const renewed = await database
    .update(webhookDelivery)
    .set({ claimedUntil: expiry })
    .where(and(hasKeys(webhookDelivery, deliveries), inArray(webhookDelivery.claimId, claimIds), isUnderWay))
    .returning({ claimId: webhookDelivery.claimId });
  return new Set(renewed.map(({ claimId }) => claimId));
}

const renewEveryMs = (claimSeconds * 1000) / 4;

/** Deliveries claimed by this replica. */
export function claimKeeper({ database, clock, log }: { database: Database; clock: Clock; log: Logger }) {
  /** When each was last claimed or renewed, in elapsed milliseconds. */
  const claimedAt = new Map<Claim, number>();

  const renew = async (): Promise<void> => {
    const since = clock.elapsed();
    const old = [...claimedAt].filter(([, at]) => since - at >= renewEveryMs / 2).map(([claim]) => claim);
    const renewed = await renewClaims(database, old);
    for (const claim of old) {
      // An attempt that ended meanwhile released its claim.
      if (renewed.has(claim.delivery.claimId) && claimedAt.has(claim)) claimedAt.set(claim, since);
    }
  };

  return {
    async take(count: number): Promise<Claim[]> {
      // Taken before the request, so that a claim never seems younger here than in the database.
      const since = clock.elapsed();
      const claims = await transact(database, (transaction) => claimDeliveries(transaction, count));
      for (const claim of claims) claimedAt.set(claim, since);
      return claims;
    },
    /** Whether no other replica can have claimed it. Check just before an attempt: the process may have stalled. */
    holds(claim: Claim): boolean {
      const since = claimedAt.get(claim);
      return since !== undefined && clock.elapsed() - since < (claimSeconds * 1000) / 2;
    },
    release: (claim: Claim) => claimedAt.delete(claim),
    async keep(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await clock.sleep(renewEveryMs, signal);
        await renew().catch((error: unknown) => log.warn({ err: error }, 'could not renew claims on deliveries'));
      }
    },
  };
}
