import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from '../../platform/database/drizzle.ts';
import { transact } from '../../platform/database/transact.ts';
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
