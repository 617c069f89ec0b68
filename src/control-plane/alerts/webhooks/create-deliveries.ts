import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { AlertIncident, AlertSeverity } from '../../../contract/types.generated.ts';
import { and, asc, type Database, eq, hasKey, inArray, oneRow, sql } from '../../platform/database/database.ts';
import { type DeliveryRow, notificationChannel, webhookDelivery } from '../../tables/channels.ts';

/** In bytes; receivers need not accept more. */
const maxBodyBytes = 20_000;

export interface Message {
  organizationId: string;
  type: string;
  incidentId: string | null;
  /** The only channel to send to. Default: all whose severity the incident has. */
  channelId?: string;
  /** `data` and `branches` of the incident are left out if the body becomes too large. */
  data: { incident?: AlertIncident; links?: Record<string, string> };
}

const ranks: Readonly<Record<AlertSeverity, number>> = { info: 0, warning: 1, critical: 2 };

/** Creates deliveries within a transaction, due at once and numbered without gaps per channel. Disabled channels get none. */
export async function createDeliveries(transaction: Database, messages: readonly Message[]): Promise<DeliveryRow[]> {
  if (messages.length === 0) return [];
  const byOrganization = Map.groupBy(messages, ({ organizationId }) => organizationId);
  const rows: PgInsertValue<typeof webhookDelivery>[] = [];
  const now = new Date();
  const { id, organizationId: ofOrganization, lowestSeverity: lowest, enabled } = notificationChannel;
  // Locked in one order everywhere, to avoid deadlocks.
  const channels = await transaction
    .select({ id, organizationId: ofOrganization, lowest })
    .from(notificationChannel)
    .where(and(inArray(ofOrganization, [...byOrganization.keys()]), eq(enabled, true)))
    .orderBy(asc(id))
    .for('update');
  for (const { id: channelId, organizationId, lowest } of channels) {
    const own = (byOrganization.get(organizationId) ?? []).filter(({ channelId: only, data: { incident } }) =>
      only === undefined ? ranks[incident?.severity ?? 'critical'] >= ranks[lowest] : only === channelId,
    );
    if (own.length === 0) continue;
    const numbered = await transaction
      .update(notificationChannel)
      .set({ lastSequence: sql`${notificationChannel.lastSequence} + ${own.length}` })
      .where(hasKey(notificationChannel, organizationId, channelId))
      .returning({ lastSequence: notificationChannel.lastSequence });
    const { lastSequence } = oneRow(numbered);
    for (const [index, message] of own.entries()) {
      const { type, incidentId } = message;
      const sequence = lastSequence - own.length + 1 + index;
      const body = bodyOf(message, { endpointId: channelId, sequence, now });
      rows.push({ organizationId, channelId, sequence, type, incidentId, body, nextAttemptAt: sql`now()` });
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
