import type { DiskReading } from '../../../storage/disk-trend.ts';
import type { Database } from '../../platform/database/database.ts';
import { inArray, ne, sql } from '../../platform/database/drizzle.ts';
import type { ChainWatch } from '../../tables/incidents.ts';
import { alertIncident, executorWatch, type IncidentRow, nodeWatch } from '../../tables/incidents.ts';
import type { RuleColumns } from './apply-step.ts';

/** Rows in one statement. */
const batchSize = 1000;

/** Reads the incidents that are pending or open, of every organization. */
export const readPresent = (database: Database): Promise<IncidentRow[]> =>
  database.select().from(alertIncident).where(ne(alertIncident.status, 'closed'));

/** Stores new and changed incidents, but for what people wrote. One that opens takes its place at the end of the list. */
export async function storeIncidents(transaction: Database, changes: readonly { row: RuleColumns }[]): Promise<void> {
  const ordered = changes.toSorted((a, b) => a.row.startedAt.getTime() - b.row.startedAt.getTime());
  for (const batch of batches(ordered)) {
    await transaction.execute(sql`
      INSERT INTO alert_incident (id, organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
        executor_id, started_at, opened_at, updated_at, clear_since, closed_at, notified)
      SELECT id, "organizationId", code, severity, status, message, data, "subjectType", "subjectId", "subjectName",
        "executorId", "startedAt", "openedAt", "updatedAt", "clearSince", "closedAt", notified
      FROM jsonb_to_recordset(${JSON.stringify(batch.map(({ row }) => row))}::jsonb) AS changed(id uuid, "organizationId" text,
        code text, severity text, status text, message text, data jsonb, "subjectType" text, "subjectId" text, "subjectName" text,
        "executorId" uuid, "startedAt" timestamptz, "openedAt" timestamptz, "updatedAt" timestamptz, "clearSince" timestamptz,
        "closedAt" timestamptz, notified boolean)
      ON CONFLICT (id) DO UPDATE SET status = excluded.status, severity = excluded.severity, message = excluded.message, data = excluded.data,
        started_at = excluded.started_at, opened_at = excluded.opened_at, updated_at = excluded.updated_at,
        clear_since = excluded.clear_since, closed_at = excluded.closed_at, notified = excluded.notified,
        sequence = CASE WHEN alert_incident.status = 'pending' AND excluded.status = 'open' THEN excluded.sequence
          ELSE alert_incident.sequence END`);
  }
}

/** Forgets conditions that went away before they showed. */
export async function dropIncidents(transaction: Database, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids)) await transaction.delete(alertIncident).where(inArray(alertIncident.id, batch));
}

/** Stores what is newly known of the chains of nodes. A node may have been removed meanwhile. */
export async function storeChains(
  transaction: Database,
  chains: readonly { nodeId: string; chain: ChainWatch }[],
): Promise<void> {
  for (const batch of batches(chains)) {
    await transaction.execute(sql`
      INSERT INTO ${nodeWatch} (node_id, chain)
      SELECT "nodeId", chain FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS seen("nodeId" uuid, chain jsonb)
      WHERE EXISTS (SELECT 1 FROM node WHERE node.id = "nodeId")
      ON CONFLICT (node_id) DO UPDATE SET chain = excluded.chain`);
  }
}

/** Stores what is newly known of the disks of executors. */
export async function storeDisks(
  transaction: Database,
  disks: readonly { executorId: string; disk: readonly DiskReading[] }[],
): Promise<void> {
  for (const batch of batches(disks)) {
    await transaction.execute(sql`
      INSERT INTO ${executorWatch} (executor_id, disk)
      SELECT "executorId", disk FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS seen("executorId" uuid, disk jsonb)
      WHERE EXISTS (SELECT 1 FROM executor WHERE executor.id = "executorId")
      ON CONFLICT (executor_id) DO UPDATE SET disk = excluded.disk`);
  }
}

const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
