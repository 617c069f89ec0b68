import type { AlertSeverity } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { isAdmin } from '../../request/permissions.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { node } from '../../tables/nodes.ts';
import {
  type NodeOverrideRow,
  notificationNodeOverride,
  notificationSettings,
  type SettingsView,
  type Thresholds,
  thresholdsOf,
} from '../../tables/notifications.ts';
import { type EndpointRow, webhookEndpoint } from '../../tables/webhooks.ts';
import { previousSecretsUntil } from '../webhooks/secrets.ts';

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
    revision: settings?.revision ?? 0,
    notifyFrom: settings?.notifyFrom ?? 'warning',
    thresholds: thresholdsOf(settings?.thresholds),
  };
}

const webhookOf = (endpoint: EndpointRow, showsUrl: boolean): SettingsView['webhook'] => {
  const { id: endpointId, enabled, lastSequence, failingSince, goneAt, secrets } = endpoint;
  const url = showsUrl ? endpoint.url : new URL(endpoint.url).origin;
  return {
    ...{ endpointId, url, enabled, lastSequence, failingSince, goneAt },
    previousSecretsUntil: previousSecretsUntil(secrets, new Date()),
  };
};

const selectOverrides = (database: Database, organizationId: string, condition?: SQL) =>
  database
    .select({ ...getTableColumns(notificationNodeOverride), nodeName: node.name })
    .from(notificationNodeOverride)
    .innerJoin(node, eq(node.id, notificationNodeOverride.nodeId))
    .where(and(eq(notificationNodeOverride.organizationId, organizationId), isNull(node.removedAt), condition))
    .orderBy(asc(node.name));

const isMuted = ({ muted, mutedUntil }: NodeOverrideRow, now: Date): boolean =>
  muted && (mutedUntil === null || mutedUntil > now);

export const settingsResolvers = (): Resolvers => ({
  Query: {
    notificationSettings: organizationQuery(null, (_args, { reader, context }) =>
      readSettings(context.database, reader.organizationId, { showsUrl: isAdmin(reader) }),
    ),
  },
  NotificationSettings: {
    nodeOverrides: async ({ organizationId }, args, { budget, database }) => {
      const { id } = args.where ?? {};
      const ofNode = id === undefined ? undefined : isUuid(id) ? eq(node.id, id) : sql`false`;
      const rows = await budget.fetchPage(args, selectOverrides(database, organizationId, ofNode));
      return rows.map((row) => ({
        ...row,
        muted: isMuted(row, new Date()),
        mutedUntil: row.mutedUntil?.toISOString() ?? null,
      }));
    },
  },
});

/** The limit of a single change. */
export const maxOverrides = 500;

/** Without secrets: the path of a webhook URL may be one. */
export const settingsSnapshot: SnapshotReader = {
  read: async (transaction, organizationId) => {
    const { webhook, notifyFrom, thresholds } = await readSettings(transaction, organizationId, { showsUrl: false });
    const overrides = await selectOverrides(transaction, organizationId).limit(maxOverrides);
    return {
      name: 'notification settings',
      values: {
        webhook: webhook && { url: webhook.url, endpointId: webhook.endpointId, enabled: webhook.enabled },
        previousSecretsUntil: webhook?.previousSecretsUntil ?? [],
        notifyFrom,
        thresholds,
        nodeOverrides: overrides.map(({ nodeId: _nodeId, organizationId: _organizationId, ...shown }) => shown),
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
  const rows = await database.select().from(notificationSettings);
  const settings = new Map(rows.map((row) => [row.organizationId, row]));
  const overrides = new Map((await database.select().from(notificationNodeOverride)).map((row) => [row.nodeId, row]));
  return {
    thresholdsFor: (organizationId, nodeId = '') =>
      thresholdsOf(settings.get(organizationId)?.thresholds, overrides.get(nodeId)?.thresholds),
    notifies: ({ organizationId, severity, nodeId }, now) => {
      const override = overrides.get(nodeId ?? '');
      if (override !== undefined && isMuted(override, now)) return false;
      return ranks[severity] >= ranks[settings.get(organizationId)?.notifyFrom ?? 'warning'];
    },
  };
}
