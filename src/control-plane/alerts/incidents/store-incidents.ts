import {
  and,
  type Database,
  eq,
  hasKeys,
  inArray,
  ne,
  or,
  type SQL,
  sql,
  type TenantKey,
} from '../../platform/database/database.ts';
import {
  alertIncident,
  type ChainNetworkRow,
  chainNetwork,
  type IncidentRow,
  isTimed,
  ruleMark,
} from '../../tables/incidents.ts';
import type { RuleColumns } from './plan-changes.ts';
import type { FleetNetwork } from './read-facts.ts';

/** Rows per statement. */
const batchSize = 1000;

const isPresent = ne(alertIncident.status, 'closed');

/** Reads incidents that time alone may change, and those of neither executors nor nodes, with the executor of each. */
export async function readTimed(database: Database): Promise<IncidentRow[]> {
  // Drizzle would omit the table name, and in the subquery the organization would be that of the node.
  const executorOfNode = sql<string | null>`(SELECT node.executor_id FROM node
    WHERE node.organization_id = alert_incident.organization_id
      AND node.id = CASE alert_incident.subject_type WHEN 'node' THEN alert_incident.subject_id::uuid END)`;
  const rows = await database.select({ row: alertIncident, executorOfNode }).from(alertIncident).where(isTimed);
  return rows.map(({ row, executorOfNode: executorId }) => ({ ...row, executorId: executorId ?? row.executorId }));
}

/** Reads the incidents that are not closed of executors, of their nodes, and of those that are gone. */
export async function readPresent(
  database: Database,
  executors: readonly TenantKey[],
  nodes: readonly TenantKey[],
): Promise<IncidentRow[]> {
  if (executors.length === 0) return [];
  const subjects = { organizationId: alertIncident.organizationId, id: alertIncident.subjectId };
  const ofExecutors = { organizationId: alertIncident.organizationId, id: alertIncident.executorId };
  const isOfGoneNode = sql`${alertIncident.subjectType} = 'node' AND NOT EXISTS (SELECT 1 FROM node
    WHERE node.organization_id = ${alertIncident.organizationId} AND node.removed_at IS NULL
      AND node.id = CASE ${alertIncident.subjectType} WHEN 'node' THEN ${alertIncident.subjectId}::uuid END)`;
  const select = (condition: SQL | undefined) => database.select().from(alertIncident).where(and(isPresent, condition));
  return [
    ...(await select(hasKeys(subjects, [...executors, ...nodes]))),
    ...(await select(and(hasKeys(ofExecutors, executors), isOfGoneNode))),
  ];
}

/** Stores new and changed incidents, except columns that people write. One that opens moves to the end of the list. */
export async function storeIncidents(transaction: Database, changes: readonly RuleColumns[]): Promise<void> {
  const ordered = changes.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  for (const batch of batches(ordered)) {
    await transaction.execute(sql`
      INSERT INTO alert_incident (id, organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
        executor_id, started_at, opened_at, updated_at, clear_since, closed_at, notified)
      SELECT id, "organizationId", code, severity, status, message, data, "subjectType", "subjectId", "subjectName",
        "executorId", "startedAt", "openedAt", "updatedAt", "clearSince", "closedAt", notified
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS changed(id uuid, "organizationId" text,
        code text, severity text, status text, message text, data jsonb, "subjectType" text, "subjectId" text, "subjectName" text,
        "executorId" uuid, "startedAt" timestamptz, "openedAt" timestamptz, "updatedAt" timestamptz, "clearSince" timestamptz,
        "closedAt" timestamptz, notified boolean)
      ON CONFLICT (organization_id, id) DO UPDATE SET status = excluded.status, severity = excluded.severity, message = excluded.message, data = excluded.data,
        started_at = excluded.started_at, opened_at = excluded.opened_at, updated_at = excluded.updated_at,
        clear_since = excluded.clear_since, closed_at = excluded.closed_at, notified = excluded.notified,
        sequence = CASE WHEN alert_incident.status = 'pending' AND excluded.status = 'open' THEN excluded.sequence
          ELSE alert_incident.sequence END`);
  }
}

export async function dropMarks(
  transaction: Database,
  marks: readonly (typeof ruleMark.$inferSelect)[],
): Promise<void> {
  const organizationIds = [...new Set(marks.map(({ organizationId }) => organizationId))];
  const ids = marks.map(({ id }) => id);
  if (ids.length > 0)
    await transaction
      .delete(ruleMark)
      .where(and(inArray(ruleMark.organizationId, organizationIds), sql`id = ANY(${sql.param(ids)}::bigint[])`));
}

/** Deletes pending incidents whose condition is gone. */
export async function dropIncidents(transaction: Database, dropped: readonly TenantKey[]): Promise<void> {
  for (const batch of batches(dropped)) await transaction.delete(alertIncident).where(hasKeys(alertIncident, batch));
}

/** Stores new observations of nodes or executors, which may have been removed meanwhile. */
export async function storeWatches(
  transaction: Database,
  owner: 'node' | 'executor',
  seen: readonly (TenantKey & { value: unknown })[],
): Promise<void> {
  const [table, key] = [sql.raw(`incident_${owner}_watch`), sql.raw(`${owner}_id`)];
  const column = sql.raw(owner === 'node' ? 'chain' : 'disk');
  for (const batch of batches(seen)) {
    await transaction.execute(sql`
      INSERT INTO ${table} (organization_id, ${key}, ${column})
      SELECT "organizationId", id, value
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS seen("organizationId" text, id uuid, value jsonb)
      WHERE EXISTS (SELECT 1 FROM ${sql.raw(owner)} AS owner WHERE owner.organization_id = seen."organizationId" AND owner.id = seen.id)
      ON CONFLICT (organization_id, ${key}) DO UPDATE SET ${column} = excluded.${column}`);
  }
}

/** Replaces what is shown of networks that were compared. */
export async function storeNetworks(
  transaction: Database,
  compared: readonly FleetNetwork[],
  shown: readonly ChainNetworkRow[],
): Promise<void> {
  for (const batch of batches(compared)) {
    const { organizationId, network } = chainNetwork;
    const isOne = batch.map((each) => and(eq(organizationId, each.organizationId), eq(network, each.network)));
    await transaction.delete(chainNetwork).where(or(...isOne));
  }
  for (const batch of batches(shown)) await transaction.insert(chainNetwork).values(batch);
}

const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
