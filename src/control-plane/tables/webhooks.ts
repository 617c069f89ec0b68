import type { WebhookAttempt, WebhookDeliveryStatus } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Where an organization's notifications are sent. */
export const webhookEndpoint = pgTable('webhook_endpoint', {
  organizationId: organizationId().primaryKey(),
  /** Another URL is another endpoint. */
  id: uuid('id').notNull().defaultRandom(),
  url: text('url').notNull(),
  enabled: boolean('enabled').notNull(),
  /** Encrypted with a key that is not in the database. */
  sealedSecret: text('sealed_secret').notNull(),
  sealedFormerSecret: text('sealed_former_secret'),
  formerSecretUntil: instant('former_secret_until'),
  /** The number of the latest delivery. */
  lastSequence: integer('last_sequence').notNull().default(0),
  failingSince: instant('failing_since'),
  goneAt: instant('gone_at'),
  lastFailure: text('last_failure'),
});

export type EndpointRow = typeof webhookEndpoint.$inferSelect;

/** A message to an endpoint, kept with its tries. The pending rows are the queue. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    endpointId: uuid('endpoint_id').notNull(),
    sequence: integer('sequence').notNull(),
    type: text('type').notNull(),
    incidentId: uuid('incident_id'),
    /** As it is sent, with every try the same. */
    body: text('body').notNull(),
    status: text('status').$type<WebhookDeliveryStatus>().notNull().default('pending'),
    /** Tries since it was created, or last asked for again. */
    tries: integer('tries').notNull().default(0),
    attempts: jsonb('attempts').$type<WebhookAttempt[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    nextAttemptAt: instant('next_attempt_at'),
    /** Until then one replica is trying it. */
    claimedUntil: instant('claimed_until'),
    /** Names the last claim. Each claim has an id of its own, so that a late record of an earlier try changes nothing. */
    claimId: uuid('claim_id'),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    index('webhook_delivery_latest').on(table.organizationId, table.createdAt),
    index('webhook_delivery_due').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_delivery_created').on(table.createdAt),
  ],
);

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
