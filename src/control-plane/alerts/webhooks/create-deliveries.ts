import { randomUUID } from 'node:crypto';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/drizzle.ts';
import { type DeliveryRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';

/** In bytes; receivers need not accept more. */
const maxBodyBytes = 20_000;

export interface Message {
  organizationId: string;
  type: string;
  incidentId: string | null;
  /** `incident.data` is left out if the body becomes too large. */
  data: { incident?: { data: unknown } & Record<string, unknown>; links?: Record<string, string> };
}

type NewDelivery = PgInsertValue<typeof webhookDelivery> & { id: string; endpointId: string };

/** Creates deliveries within a transaction, due at once and numbered without gaps per endpoint. Organizations without an enabled webhook get none. */
export async function createDeliveries(transaction: Database, messages: readonly Message[]): Promise<DeliveryRow[]> {
  const byOrganization = Map.groupBy(messages, ({ organizationId }) => organizationId);
  const rows: NewDelivery[] = [];
  const now = new Date();
  // In one order everywhere, to avoid deadlocks.
  for (const organizationId of [...byOrganization.keys()].toSorted()) {
    const own = byOrganization.get(organizationId) ?? [];
    const [endpoint] = await transaction
      .update(webhookEndpoint)
      .set({ lastSequence: sql`${webhookEndpoint.lastSequence} + ${own.length}` })
      .where(and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.enabled, true)))
      .returning({ id: webhookEndpoint.id, lastSequence: webhookEndpoint.lastSequence });
    if (endpoint === undefined) continue;
    for (const [index, message] of own.entries()) {
      const sequence = endpoint.lastSequence - own.length + 1 + index;
      rows.push({
        id: randomUUID(),
        organizationId,
        endpointId: endpoint.id,
        sequence,
        type: message.type,
        incidentId: message.incidentId,
        body: bodyOf(message, { endpointId: endpoint.id, sequence, now }),
        nextAttemptAt: sql`now()`,
      });
    }
  }
  const created: DeliveryRow[] = [];
  for (let from = 0; from < rows.length; from += 500) {
    created.push(
      ...(await transaction
        .insert(webhookDelivery)
        .values(rows.slice(from, from + 500))
        .returning()),
    );
  }
  return created;
}

/** The body is the same in every attempt. */
function bodyOf(
  { organizationId, type, data }: Pick<Message, 'organizationId' | 'type' | 'data'>,
  { endpointId, sequence, now }: { endpointId: string; sequence: number; now: Date },
): string {
  const write = (shown: Message['data']) =>
    JSON.stringify({ type, timestamp: now.toISOString(), data: { organizationId, endpointId, sequence, ...shown } });
  const body = write(data);
  if (Buffer.byteLength(body) < maxBodyBytes || data.incident === undefined) return body;
  return write({ ...data, incident: { ...data.incident, data: {} } });
}
