import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, gte, inArray, lt, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';

const maxAtOnce = 1000;

/** Throws `webhook_not_configured`. */
export async function requireEndpoint(transaction: Database, organizationId: string): Promise<EndpointRow> {
  const [endpoint] = await transaction
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.enabled, true)))
    .for('update');
  if (endpoint !== undefined) return endpoint;
  throw domainError(
    'webhook_not_configured',
    'no webhook, or it is disabled: set its URL, or enable it, in the notification settings',
  );
}

/** Throws Forbidden and `webhook_not_configured`. */
export async function redeliver(
  transaction: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<DeliveryRow> {
  const endpoint = await requireEndpoint(transaction, organizationId);
  const [row] = isUuid(id) ? await tryAgain(transaction, endpoint, [id]) : [];
  if (row === undefined) throw forbidden();
  return row;
}

/** Oldest first; returns how many. Throws `webhook_not_configured` and `limit_reached`. */
export async function redeliverWindow(
  transaction: Database,
  { organizationId, from, to }: { organizationId: string; from: Date; to: Date },
): Promise<number> {
  if (from >= to) throw invalidInput([{ path: ['to'], message: 'must be after from' }]);
  const endpoint = await requireEndpoint(transaction, organizationId);
  const rows = await transaction
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.organizationId, organizationId),
        eq(webhookDelivery.endpointId, endpoint.id),
        gte(webhookDelivery.createdAt, from),
        lt(webhookDelivery.createdAt, to),
      ),
    )
    .orderBy(asc(webhookDelivery.sequence))
    .limit(maxAtOnce + 1);
  if (rows.length > maxAtOnce) {
    throw domainError('limit_reached', `more than ${maxAtOnce} deliveries in this time range; choose a shorter one`);
  }
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? 0 : (await tryAgain(transaction, endpoint, ids)).length;
}

const tryAgain = (transaction: Database, endpoint: EndpointRow, ids: readonly string[]): Promise<DeliveryRow[]> =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'pending', tries: 0, nextAttemptAt: sql`now()`, acknowledgedAt: null })
    .where(and(inArray(webhookDelivery.id, [...ids]), eq(webhookDelivery.endpointId, endpoint.id)))
    .returning();
