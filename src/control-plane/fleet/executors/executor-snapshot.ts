import type { Database } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/ids.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { executor } from '../../tables/executors.ts';

const pendingUpgrade = sql<{ targetVersion: string } | null>`(SELECT json_build_object('targetVersion', target_version)
  FROM executor_upgrade WHERE executor_id = executor.id AND ended_at IS NULL)`;

const select = (transaction: Database, organizationId: string, id: string) =>
  transaction
    .select({
      ...{ name: executor.name, kind: executor.kind, version: executor.version, createdAt: executor.createdAt },
      ...{ labels: executor.labels, cordon: executor.cordon, drain: executor.drain },
      upgrade: pendingUpgrade,
    })
    .from(executor)
    .where(and(eq(executor.id, id), eq(executor.organizationId, organizationId)));

export const executorSnapshot: SnapshotReader = {
  lock: async (transaction, organizationId, id) => {
    if (isUuid(id)) await select(transaction, organizationId, id).for('update');
  },
  read: async (transaction, organizationId, id) => {
    const [row] = isUuid(id) ? await select(transaction, organizationId, id) : [];
    return row && { name: row.name, values: row };
  },
};
