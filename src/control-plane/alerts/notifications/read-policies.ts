import type { AlertSeverity } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  notificationNodeOverride,
  notificationSettings,
  type Thresholds,
  thresholdsOf,
} from '../../tables/notifications.ts';

/** What organizations and their nodes want, as it stood when it was read. */
export interface Policies {
  /** The thresholds in force for an organization, or for one of its nodes. */
  thresholdsFor(organizationId: string, nodeId?: string): Thresholds;
  /** Whether an incident of this severity, about this node if there is one, is notified. */
  notifies(incident: { organizationId: string; severity: AlertSeverity; nodeId: string | null }, now: Date): boolean;
}

const ranks: Record<AlertSeverity, number> = { info: 0, warning: 1, critical: 2 };

/** Reads the notification settings of every organization. */
export async function readPolicies(database: Database): Promise<Policies> {
  const settings = new Map(
    (await database.select().from(notificationSettings)).map((row) => [row.organizationId, row]),
  );
  const overrides = new Map((await database.select().from(notificationNodeOverride)).map((row) => [row.nodeId, row]));
  return {
    thresholdsFor: (organizationId, nodeId = '') =>
      thresholdsOf(settings.get(organizationId)?.thresholds, overrides.get(nodeId)?.thresholds),
    notifies: ({ organizationId, severity, nodeId }, now) => {
      const override = overrides.get(nodeId ?? '');
      const isMuted = override?.muted === true && (override.mutedUntil === null || override.mutedUntil > now);
      return !isMuted && ranks[severity] >= ranks[settings.get(organizationId)?.notifyFrom ?? 'warning'];
    },
  };
}
