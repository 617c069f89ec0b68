import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { AlertIncident } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/drizzle.ts';
import { type DeliveryRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';

/** In bytes; receivers need not accept more. */
const maxBodyBytes = 20_000;

export interface Message {
  organizationId: string;
  type: string;
  incidentId: string | null;
  /** `data` and `branches` of the incident are left out if the body becomes too large. */
  data: { incident?: AlertIncident; links?: Record<string, string> };
}

/** Creates deliveries within a transaction, due at once and numbered without gaps per endpoint. Organizations without an enabled webhook get none. */
export async function createDeliveries(transaction: Database, messages: readonly Message[]): Promise<DeliveryRow[]> {
  const byOrganization = Map.groupBy(messages, ({ organizationId }) => organizationId);
  const rows: PgInsertValue<typeof webhookDelivery>[] = [];
  const now = new Date();
  // In one order everywhere, to avoid deadlocks.
  for (const [organizationId, own] of [...byOrganization].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [endpoint] = await transaction
      .update(webhookEndpoint)
      .set({ lastSequence: sql`${webhookEndpoint.lastSequence} + ${own.length}` })
      .where(and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.enabled, true)))
      .returning({ id: webhookEndpoint.id, lastSequence: webhookEndpoint.lastSequence });
    if (endpoint === undefined) continue;
    const { id: endpointId, lastSequence } = endpoint;
    for (const [index, message] of own.entries()) {
      const { type, incidentId } = message;
      const sequence = lastSequence - own.length + 1 + index;
      const body = bodyOf(message, { endpointId, sequence, now });
      rows.push({ organizationId, endpointId, sequence, type, incidentId, body, nextAttemptAt: sql`now()` });
    }
  }
  const created: DeliveryRow[] = [];
  for (let from = 0; from < rows.length; from += 500) {
    const batch = rows.slice(from, from + 500);
    created.push(...(await transaction.insert(webhookDelivery).values(batch).returning()));
  }
  return created;
}

/** Increases when a receiver of the previous version can no longer read messages. */
const schemaVersion = 1;

/** The body is the same in every attempt. */
function bodyOf(
  { organizationId, type, data }: Pick<Message, 'organizationId' | 'type' | 'data'>,
  { endpointId, sequence, now }: { endpointId: string; sequence: number; now: Date },
): string {
  const write = (shown: Message['data']) =>
    JSON.stringify({
      type,
      timestamp: now.toISOString(),
      schemaVersion,
      data: { organizationId, endpointId, sequence, ...shown },
    });
  const body = write(data);
  if (Buffer.byteLength(body) < maxBodyBytes || data.incident === undefined) return body;
  return write({ ...data, incident: { ...data.incident, data: {}, branches: null } });
}
