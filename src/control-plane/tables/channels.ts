import type {
  AlertSeverity,
  NotificationChannelKind,
  WebhookAttempt,
  WebhookDeliveryStatus,
} from '../../contract/types.generated.ts';
import { pg, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';

export interface StoredSecret {
  sealed: string;
  /** End as an ISO 8601 instant; null for the current secret. */
  until: string | null;
}

export const notificationChannel = pg.pgTable(
  'notification_channel',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    kind: pg.text('kind').$type<NotificationChannelKind>().notNull(),
    name: pg.text('name').notNull(),
    /** Where it sends to, as JSON: URLs and tokens are secrets. */
    sealedTarget: pg.text('sealed_target').notNull(),
    /** The target without secrets. */
    target: pg.text('target').notNull(),
    lowestSeverity: pg.text('lowest_severity').$type<AlertSeverity>().notNull(),
    enabled: pg.boolean('enabled').notNull(),
    /** The signing secrets of a webhook, the current one first. */
    secrets: pg.jsonb('secrets').$type<StoredSecret[]>().notNull().default([]),
    lastSequence: pg.integer('last_sequence').notNull().default(0),
    lastDeliveredAt: instant('last_delivered_at'),
    failingSince: instant('failing_since'),
    goneAt: instant('gone_at'),
    lastFailure: pg.text('last_failure'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.unique('notification_channel_name').on(table.organizationId, table.name),
  ],
);

export type ChannelRow = typeof notificationChannel.$inferSelect;

/** A message to a channel, with its attempts. The pending rows are the queue. */
export const webhookDelivery = pg.pgTable(
  'webhook_delivery',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    channelId: pg.uuid('channel_id').notNull(),
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
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.index('webhook_delivery_latest').on(table.organizationId, table.createdAt),
    pg.index('webhook_delivery_due').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    pg.index('webhook_delivery_created').on(table.createdAt),
  ],
);

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
