import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../accounts/tables.ts';

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
