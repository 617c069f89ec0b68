import type { AlertSeverity } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import {
  notificationNodeOverride,
  notificationSettings,
  type SettingsView,
  type Thresholds,
  thresholdsOf,
} from '../../tables/notifications.ts';
import { type EndpointRow, webhookEndpoint } from '../../tables/webhooks.ts';
import { listNodeOverrides } from './node-overrides.ts';

/** Members see only the origin of the webhook URL: the rest may hold a secret of the receiver. */
export async function readSettings(
  database: Database,
  organizationId: string,
  { showsUrl }: { showsUrl: boolean },
): Promise<SettingsView> {
  const [settings] = await database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.organizationId, organizationId));
  const [endpoint] = await database
    .select()
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.organizationId, organizationId));
  return {
    organizationId,
    webhook: endpoint === undefined ? null : webhookOf(endpoint, showsUrl),
    notifyFrom: settings?.notifyFrom ?? 'warning',
    thresholds: thresholdsOf(settings?.thresholds),
  };
}

const webhookOf = (endpoint: EndpointRow, showsUrl: boolean): SettingsView['webhook'] => {
  const { id, url, enabled, lastSequence, failingSince, goneAt, formerSecretUntil } = endpoint;
  const isRotating = formerSecretUntil !== null && formerSecretUntil > new Date();
  return {
    endpointId: id,
    url: showsUrl ? url : new URL(url).origin,
    enabled,
    lastSequence,
    failingSince: failingSince?.toISOString() ?? null,
    goneAt: goneAt?.toISOString() ?? null,
    formerSecretUntil: isRotating ? formerSecretUntil.toISOString() : null,
  };
};

/** The limit of a single change. */
const maxOverrides = 500;

/** Without secrets: the path of a webhook URL may be one. */
export const settingsSnapshot: SnapshotReader = {
  read: async (transaction, organizationId) => {
    const { webhook, notifyFrom, thresholds } = await readSettings(transaction, organizationId, { showsUrl: false });
    const overrides = await listNodeOverrides(transaction, organizationId, { take: maxOverrides, skip: 0 });
    return {
      name: 'notification settings',
      values: {
        webhook: webhook && { url: webhook.url, endpointId: webhook.endpointId, enabled: webhook.enabled },
        secretRotatedUntil: webhook?.formerSecretUntil ?? null,
        notifyFrom,
        thresholds,
        nodeOverrides: overrides.map(({ nodeName, muted, mutedUntil, thresholds: own }) => ({
          ...{ nodeName, muted, mutedUntil, thresholds: own },
        })),
      },
    };
  },
};

export interface Policies {
  /** The thresholds of an organization, or of one of its nodes. */
  thresholdsFor(organizationId: string, nodeId?: string): Thresholds;
  notifies(incident: { organizationId: string; severity: AlertSeverity; nodeId: string | null }, now: Date): boolean;
}

const ranks: Record<AlertSeverity, number> = { info: 0, warning: 1, critical: 2 };

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
