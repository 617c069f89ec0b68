import type { WebhookAttempt, WebhookDeliveryStatus } from '../../contract/types.generated.ts';
import { pg, sql } from '../platform/database/drizzle.ts';
import { instant, organizationId } from './accounts.ts';

export interface StoredSecret {
  sealed: string;
  /** End as an ISO 8601 instant; null for the current secret. */
  until: string | null;
}

export const webhookEndpoint = pg.pgTable('webhook_endpoint', {
  organizationId: organizationId().primaryKey(),
  /** A new URL creates a new endpoint. */
  id: pg.uuid('id').notNull().defaultRandom(),
  url: pg.text('url').notNull(),
  enabled: pg.boolean('enabled').notNull(),
  /** The current secret first. */
  secrets: pg.jsonb('secrets').$type<StoredSecret[]>().notNull(),
  lastSequence: pg.integer('last_sequence').notNull().default(0),
  failingSince: instant('failing_since'),
  goneAt: instant('gone_at'),
  lastFailure: pg.text('last_failure'),
});

export type EndpointRow = typeof webhookEndpoint.$inferSelect;

/** A message to an endpoint, with its attempts. The pending rows are the queue. */
export const webhookDelivery = pg.pgTable(
  'webhook_delivery',
  {
    id: pg.uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    endpointId: pg.uuid('endpoint_id').notNull(),
    sequence: pg.integer('sequence').notNull(),
    type: pg.text('type').notNull(),
    incidentId: pg.uuid('incident_id'),
    /** As sent; the same for every attempt. */
    body: pg.text('body').notNull(),
    status: pg.text('status').$type<WebhookDeliveryStatus>().notNull().default('pending'),
    tries: pg.integer('tries').notNull().default(0),
    attempts: pg.jsonb('attempts').$type<WebhookAttempt[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    nextAttemptAt: instant('next_attempt_at'),
    /** Until then one replica owns the attempt. */
    claimedUntil: instant('claimed_until'),
    /** Identifies the last claim, so that a late record of an earlier attempt changes nothing. */
    claimId: pg.uuid('claim_id'),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    pg.index('webhook_delivery_latest').on(table.organizationId, table.createdAt),
    pg.index('webhook_delivery_due').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    pg.index('webhook_delivery_created').on(table.createdAt),
  ],
);

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
