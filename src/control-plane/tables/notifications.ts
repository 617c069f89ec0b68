import type { AlertSeverity } from '../../contract/types.generated.ts';
import { boolean, index, jsonb, pgTable, text, timestamp, uuid } from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';
import { node } from './nodes.ts';
import type { NodeThresholds, Thresholds } from './thresholds.ts';

/** What an organization set; without a row, the defaults hold. */
export const notificationSettings = pgTable('notification_settings', {
  organizationId: organizationId().primaryKey(),
  notifyFrom: text('notify_from').$type<AlertSeverity>().notNull().default('warning'),
  /** Only those that were set. */
  thresholds: jsonb('thresholds').$type<Partial<Thresholds>>().notNull().default({}),
});

/** What an organization set for one of its nodes. */
export const notificationNodeOverride = pgTable(
  'notification_node_override',
  {
    nodeId: uuid('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    muted: boolean('muted').notNull(),
    /** Null for a mute that does not end. */
    mutedUntil: timestamp('muted_until', { withTimezone: true }),
    thresholds: jsonb('thresholds').$type<Partial<NodeThresholds>>().notNull(),
  },
  (table) => [index('notification_node_override_organization').on(table.organizationId)],
);

export type NodeOverrideRow = typeof notificationNodeOverride.$inferSelect;

/** The notification settings of an organization, as somebody may see them. */
export interface SettingsView {
  organizationId: string;
  webhook: {
    endpointId: string;
    url: string;
    enabled: boolean;
    lastSequence: number;
    failingSince: string | null;
    goneAt: string | null;
    formerSecretUntil: string | null;
  } | null;
  notifyFrom: AlertSeverity;
  thresholds: Thresholds;
}
