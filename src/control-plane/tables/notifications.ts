import { type nodeThresholdBounds, thresholdBounds } from '../../contract/thresholds.ts';
import { oneOf, pg } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import { node, ofNode } from './nodes.ts';

export type Thresholds = Record<keyof typeof thresholdBounds, number>;
export type NodeThresholds = Record<keyof typeof nodeThresholdBounds, number>;

const defaultThresholds = Object.fromEntries(
  Object.entries(thresholdBounds).map(([name, { default: value }]) => [name, value]),
) as Thresholds;

export const thresholdsOf = (...layers: readonly (Partial<Thresholds> | undefined)[]): Thresholds =>
  Object.assign({}, defaultThresholds, ...layers);

export const notificationSettings = pg.pgTable('notification_settings', {
  organizationId: organizationId().primaryKey(),
  /** Explicitly set ones only. */
  thresholds: pg.jsonb('thresholds').$type<Partial<Thresholds>>().notNull().default({}),
  revision: pg.integer('revision').notNull().default(0),
});

export const notificationNodeOverride = pg.pgTable(
  'notification_node_override',
  {
    ...ofNode(),
    muted: pg.boolean('muted').notNull(),
    /** Null for a mute without expiry. */
    mutedUntil: instant('muted_until'),
    thresholds: pg.jsonb('thresholds').$type<Partial<NodeThresholds>>().notNull(),
  },
  (table) => oneOf(table.organizationId, table.nodeId, node),
);

export type NodeOverrideRow = typeof notificationNodeOverride.$inferSelect;

export interface SettingsView {
  organizationId: string;
  revision: number;
  thresholds: Thresholds;
}
