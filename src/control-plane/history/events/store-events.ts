import { sampleKind } from '../../../contract/events.ts';
import { maxEventsPerReport } from '../../../contract/limits.ts';
import type { RejectedEvent, RuntimeEventInput } from '../../../contract/types.generated.ts';
import { publishing } from '../../platform/bus/outbox.ts';
import { and, changedRows, type Database, eq, inArray, ne, sql } from '../../platform/database/database.ts';
import type { TenantKey } from '../../platform/database/tenant-keys.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { isUuid, readInstant } from '../../platform/input/scalars.ts';
import { executorIdOf } from '../../request/own-executor.ts';
import { node } from '../../tables/nodes.ts';
import { type ReportedSample, type SampleLists, storeSamples } from '../metrics/store-samples.ts';
import type { EventQuota, Reporter } from './event-quota.ts';
import { lockEventOrder } from './record-events.ts';
import { validateEvent } from './validate-event.ts';

/**
 * Stores an agent's events, and its samples in the history of their nodes. A known id counts as accepted; invalid
 * events and those of other executors are rejected by id. Throws Forbidden, `invalid_input` and `limit_reached`.
 */
export async function storeEvents(
  { database, sampleRetentionDays, quota }: { database: Database; sampleRetentionDays: number; quota: EventQuota },
  reporter: Reporter,
  events: readonly RuntimeEventInput[],
): Promise<{ accepted: number; rejected: RejectedEvent[] }> {
  if (events.length > maxEventsPerReport) {
    throw invalidInput([{ path: ['input'], message: `must have at most ${maxEventsPerReport} events` }]);
  }
  const { organizationId, executorName } = reporter;
  const executorId = await executorIdOf(database, organizationId, executorName);
  const foreignNodes = await nodesOfOthers(database, { organizationId, id: executorId }, events);
  const rejected: RejectedEvent[] = [];
  const samples: ReportedSample[] = [];
  const others: RuntimeEventInput[] = [];
  for (const event of events) {
    const reason = validateEvent(event) ?? foreignReason(event, executorName, foreignNodes);
    if (reason !== null) {
      rejected.push({ id: event.id, reason });
      continue;
    }
    const at = readInstant(event.at) ?? event.at;
    if (event.kind === sampleKind && typeof event.nodeId === 'string')
      samples.push({ at, executorId, nodeId: event.nodeId, data: event.data as SampleLists });
    else others.push({ ...event, at });
  }
  if (others.length > 0) {
    quota.check(reporter);
    const { added, bytes } = await insert(database, { organizationId, executorId }, others);
    // Events that an agent sends again after a lost acknowledgement are free.
    quota.charge(reporter, (bytes * added) / others.length);
  }
  if (samples.length > 0) await storeSamples(database, { organizationId, samples }, sampleRetentionDays);
  return { accepted: samples.length + others.length, rejected };
}

async function nodesOfOthers(
  database: Database,
  executor: TenantKey,
  events: readonly RuntimeEventInput[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.map(({ nodeId }) => nodeId?.toLowerCase() ?? ''))].filter(isUuid);
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: node.id })
    .from(node)
    .where(
      and(eq(node.organizationId, executor.organizationId), inArray(node.id, ids), ne(node.executorId, executor.id)),
    );
  return new Set(rows.map(({ id }) => id));
}

function foreignReason(
  { executorName, nodeId }: RuntimeEventInput,
  ownName: string,
  foreignNodes: ReadonlySet<string>,
): string | null {
  if (executorName !== ownName)
    return `this API key belongs to the executor ${ownName}, which cannot report for others`;
  return nodeId && foreignNodes.has(nodeId.toLowerCase()) ? `the node is not on ${ownName}` : null;
}

/** Inserts events, with the names of their nodes. Returns how many are new, and the size of all as JSON. */
async function insert(
  database: Database,
  { organizationId, executorId }: { organizationId: string; executorId: string },
  events: readonly RuntimeEventInput[],
): Promise<{ added: number; bytes: number }> {
  const json = JSON.stringify(events);
  const published = publishing({ kind: 'changed', organizationId, type: 'event' });
  // Pages follow the order of arrival, which a join alone would not keep.
  const added = await database.execute(sql`
    WITH published AS (${published}), locked AS MATERIALIZED (SELECT ${lockEventOrder(organizationId)})
    INSERT INTO event (id, organization_id, at, level, kind, message, data, executor_name, node_name, node_id)
    SELECT reported.id, ${organizationId}, reported.at, reported.level, reported.kind, reported.message, reported.data,
      reported."executorName", node.name, reported."nodeId"
    FROM locked, ROWS FROM (jsonb_to_recordset(${json}::jsonb) AS (id uuid, at timestamptz, level text, kind text, message text,
      data jsonb, "executorName" text, "nodeId" uuid)) WITH ORDINALITY AS reported(id, at, level, kind, message, data, "executorName",
      "nodeId", position)
    LEFT JOIN node ON node.organization_id = ${organizationId} AND node.id = reported."nodeId" AND node.executor_id = ${executorId}
    ORDER BY reported.position
    ON CONFLICT (organization_id, id) DO NOTHING`);
  return { added: changedRows(added), bytes: Buffer.byteLength(json) };
}
