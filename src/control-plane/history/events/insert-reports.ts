import { withJsonMember } from '../../../text/with-json-member.ts';
import { batched } from '../../platform/database/batched.ts';
import { isDataFault } from '../../platform/database/connection-fault.ts';
import { count, type Database, intoBusOutbox, sql } from '../../platform/database/database.ts';
import { lockEventOrder } from './record-events.ts';

/** Valid events of one report, each as JSON. */
interface Report {
  executorId: string;
  executorName: string;
  events: readonly string[];
}

interface Sent {
  database: Database;
  report: Report;
}

/** Returns how many events are new. */
export type InsertReport = (database: Database, organizationId: string, report: Report) => Promise<number>;

/**
 * Stores simultaneous reports of an organization in one statement and commit: they wait for each other anyway. A value
 * that PostgreSQL refuses fails no other report.
 */
export function batchReports(): InsertReport {
  const ofOrganizations = new Map<string, (sent: Sent) => Promise<number>>();
  const open = (organizationId: string) => {
    const together = (sent: readonly Sent[]) => insertReports(organizationId, sent);
    const singly = async (sent: Sent) => (await together([sent]))[0] ?? 0;
    return batched({ maxBatchSize: 50, together, singly, isOfOne: isDataFault });
  };
  return (database, organizationId, report) =>
    ofOrganizations.getOrInsertComputed(organizationId, open)({ database, report });
}

async function insertReports(organizationId: string, sent: readonly Sent[]): Promise<number[]> {
  const [first] = sent;
  if (first === undefined) return [];
  const json = sent.map(({ report: { executorId, executorName, events } }) =>
    withJsonMember({ executorId, executorName }, 'events', `[${events.join(',')}]`),
  );
  const rows = await insertion(first.database).execute({
    organizationId,
    reports: `[${json.join(',')}]`,
    message: JSON.stringify({ kind: 'changed', organizationId, type: 'event' }),
  });
  const added = new Map(rows.map((row) => [row.executorName, row.added]));
  return sent.map(({ report: { executorName } }) => {
    const ofExecutor = added.get(executorName) ?? 0;
    // A second report of one executor in a batch is counted with its first.
    added.delete(executorName);
    return ofExecutor;
  });
}

/** Prepared, so that each connection plans it once. Pages follow the order of arrival, which a join would not keep. */
function insertion(database: Database) {
  const organizationId = sql`${sql.placeholder('organizationId')}::text`;
  const published = database
    .$with('published', {})
    .as(sql`${sql.raw(intoBusOutbox)} (message) VALUES (${sql.placeholder('message')})`);
  const inserted = database.$with('inserted', { executorName: sql<string>`executor_name`.as('executor_name') }).as(sql`
    WITH locked AS MATERIALIZED (SELECT ${lockEventOrder(organizationId)})
    INSERT INTO event (id, organization_id, at, level, kind, message, data, executor_name, node_name, node_id)
    SELECT reported.id, ${organizationId}, reported.at, reported.level, reported.kind, reported.message, reported.data,
      report."executorName", (SELECT name FROM node
        WHERE organization_id = ${organizationId} AND node.id = reported."nodeId" AND executor_id = report."executorId"), reported."nodeId"
    FROM locked, jsonb_to_recordset(${sql.placeholder('reports')}::jsonb) AS report("executorId" uuid, "executorName" text, events jsonb),
      jsonb_to_recordset(report.events) AS reported(id uuid, at timestamptz, level text, kind text, message text, data jsonb, "nodeId" uuid)
    ON CONFLICT (organization_id, id) DO NOTHING RETURNING executor_name`);
  return database
    .with(published, inserted)
    .select({ executorName: inserted.executorName, added: count() })
    .from(inserted)
    .groupBy(inserted.executorName)
    .prepare('insert_reports');
}
