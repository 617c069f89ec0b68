import type { AlertSeverity } from '../../contract/types.generated.ts';
import { pg } from '../platform/database/drizzle.ts';
import { instant, organizationId } from './accounts.ts';
import { nodeId } from './nodes.ts';
import type { EndpointRow } from './webhooks.ts';

/** One threshold of a rule: its default and its bounds. */
interface ThresholdBounds {
  default: number;
  min: number;
  max: number;
}

export const nodeThresholdBounds = {
  nodeFailingSeconds: { default: 120, min: 30, max: 86_400 },
  crashLoopExits: { default: 3, min: 2, max: 100 },
  syncStalledMinutes: { default: 30, min: 5, max: 1440 },
  noPeersMinutes: { default: 10, min: 1, max: 1440 },
  blocksBehind: { default: 3, min: 1, max: 1000 },
  /** Probability of a gap between two blocks as long as the current one, on a healthy chain. */
  tipProbability: { default: 1e-4, min: 1e-12, max: 0.05 },
  memoryPercent: { default: 95, min: 50, max: 100 },
} as const satisfies Record<string, ThresholdBounds>;

export const thresholdBounds = {
  ...nodeThresholdBounds,
  executorOfflineSeconds: { default: 120, min: 30, max: 86_400 },
  diskFreePercent: { default: 10, min: 1, max: 50 },
  diskFullDays: { default: 7, min: 1, max: 90 },
  keyEndsDays: { default: 14, min: 1, max: 90 },
  webhookFailingMinutes: { default: 15, min: 1, max: 1440 },
} as const satisfies Record<string, ThresholdBounds>;

export type Thresholds = Record<keyof typeof thresholdBounds, number>;
export type NodeThresholds = Record<keyof typeof nodeThresholdBounds, number>;

const defaultThresholds = Object.fromEntries(
  Object.entries(thresholdBounds).map(([name, { default: value }]) => [name, value]),
) as Thresholds;

export const thresholdsOf = (...layers: readonly (Partial<Thresholds> | undefined)[]): Thresholds =>
  Object.assign({}, defaultThresholds, ...layers);

export const notificationSettings = pg.pgTable('notification_settings', {
  organizationId: organizationId().primaryKey(),
  notifyFrom: pg.text('notify_from').$type<AlertSeverity>().notNull().default('warning'),
  /** Explicitly set ones only. */
  thresholds: pg.jsonb('thresholds').$type<Partial<Thresholds>>().notNull().default({}),
  revision: pg.integer('revision').notNull().default(0),
});

export const notificationNodeOverride = pg.pgTable(
  'notification_node_override',
  {
    nodeId: nodeId().primaryKey(),
    organizationId: organizationId(),
    muted: pg.boolean('muted').notNull(),
    /** Null for a mute without expiry. */
    mutedUntil: instant('muted_until'),
    thresholds: pg.jsonb('thresholds').$type<Partial<NodeThresholds>>().notNull(),
  },
  (table) => [pg.index('notification_node_override_organization').on(table.organizationId)],
);

export type NodeOverrideRow = typeof notificationNodeOverride.$inferSelect;

export interface SettingsView {
  organizationId: string;
  webhook:
    | (Pick<EndpointRow, 'url' | 'enabled' | 'lastSequence' | 'failingSince' | 'goneAt'> & {
        endpointId: string;
        previousSecretsUntil: string[];
      })
    | null;
  revision: number;
  notifyFrom: AlertSeverity;
  thresholds: Thresholds;
}
