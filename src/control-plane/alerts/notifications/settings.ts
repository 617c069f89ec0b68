import {
  and,
  asc,
  type Database,
  eq,
  getTableColumns,
  isNull,
  type SQL,
  sql,
} from '../../platform/database/database.ts';
import { isUuid } from '../../platform/input/scalars.ts';
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

export async function readSettings(database: Database, organizationId: string): Promise<SettingsView> {
  const [settings] = await database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.organizationId, organizationId));
  return { organizationId, revision: settings?.revision ?? 0, thresholds: thresholdsOf(settings?.thresholds) };
}

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
      readSettings(context.database, reader.organizationId),
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

export const settingsSnapshot: SnapshotReader = {
  read: async (transaction, organizationId) => {
    const { thresholds } = await readSettings(transaction, organizationId);
    const overrides = await selectOverrides(transaction, organizationId).limit(maxOverrides);
    return {
      name: 'notification settings',
      values: {
        thresholds,
        nodeOverrides: overrides.map(({ nodeId: _nodeId, organizationId: _organizationId, ...shown }) => shown),
      },
    };
  },
};

export interface Policies {
  /** The thresholds of an organization, or of one of its nodes. */
  thresholdsFor(organizationId: string, nodeId?: string): Thresholds;
  isMuted(nodeId: string, now: Date): boolean;
}

export async function readPolicies(database: Database): Promise<Policies> {
  const rows = await database.select().from(notificationSettings);
  const settings = new Map(rows.map((row) => [row.organizationId, row]));
  const overrides = new Map((await database.select().from(notificationNodeOverride)).map((row) => [row.nodeId, row]));
  return {
    thresholdsFor: (organizationId, nodeId = '') =>
      thresholdsOf(settings.get(organizationId)?.thresholds, overrides.get(nodeId)?.thresholds),
    isMuted: (nodeId, now) => {
      const override = overrides.get(nodeId);
      return override !== undefined && isMuted(override, now);
    },
  };
}
