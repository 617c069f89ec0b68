import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sampleKind } from '../../contract/event-kinds.ts';
import type { RejectedEvent, RuntimeEventInput } from '../../contract/types.generated.ts';
import { isStorable, isStorableJson, unstorableText } from '../../text/storable.ts';
import { forbidden, invalidInput } from '../api/errors.ts';
import { isUuid } from '../api/ids.ts';
import { readInstant } from '../api/scalars.ts';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';
import { turnToAdd } from './turn.ts';

const mostEvents = 1000;
const mostDataBytes = 16 * 1024;

const instant = z.string().refine((text) => readInstant(text) !== undefined, 'must be an ISO 8601 instant');
/** As large as an Int of the API may be: one larger would break every list that shows it. */
const count = z.int32().nonnegative();
const metrics = z.object({
  at: instant,
  height: count,
  headers: count,
  bestBlockHash: z.string().max(64),
  verificationProgress: z.number(),
  initialBlockDownload: z.boolean(),
  peersInbound: count,
  peersOutbound: count,
  mempoolTransactions: count,
  mempoolBytes: z.number(),
  sizeOnDiskBytes: z.number(),
  indexes: z.array(z.object({ name: z.string().max(64), synced: z.boolean(), bestBlockHeight: z.int32() })).max(20),
  uptimeSeconds: count,
  subversion: z.string().max(256),
  warnings: z.array(z.string().max(1000)).max(20),
  cpuPercent: z.number().nullish(),
  memoryMiB: z.number().nullish(),
});

const eventShape = z.object({
  id: z.string().refine(isUuid, 'must be a UUID'),
  at: instant,
  executorName: z.string().refine(isStorable, 'can be no executor’s name'),
  level: z.string(),
  kind: z
    .string()
    .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, 'must be dotted words')
    .max(64),
  nodeId: z.string().refine(isUuid, 'must be a UUID').nullish(),
  message: z.string().max(4000),
  data: z.unknown().optional(),
});

/** Stores what an agent reports. An id that is stored already counts as accepted; what can never be taken is named. */
export async function storeEvents(
  database: Database,
  organizationId: string,
  events: readonly RuntimeEventInput[],
): Promise<{ accepted: number; rejected: RejectedEvent[] }> {
  if (events.length > mostEvents) {
    throw invalidInput([{ path: ['input'], message: `may hold at most ${mostEvents} events` }]);
  }
  const executors = await executorIds(database, organizationId, events);
  const rejected: RejectedEvent[] = [];
  const good: (RuntimeEventInput & { executorId: string })[] = [];
  for (const event of events) {
    const reason = faultOf(event);
    if (reason !== null) {
      rejected.push({ id: event.id, reason });
      continue;
    }
    const executorId = executors.get(event.executorName);
    // No fault of the event: a restored database does not know the executor until its next heartbeat.
    if (executorId === undefined) throw forbidden('There is no executor of this name yet; send a heartbeat first.');
    good.push({ ...event, at: readInstant(event.at) ?? event.at, executorId });
  }
  if (good.length > 0) {
    await insert(database, organizationId, good);
    await updateMetrics(database, good);
  }
  return { accepted: good.length, rejected };
}

function faultOf(event: RuntimeEventInput): string | null {
  const parsed = eventShape.safeParse(event);
  const checked = parsed.success && event.kind === sampleKind ? metrics.safeParse(event.data) : parsed;
  if (!checked.success)
    return checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  const data = JSON.stringify(event.data ?? null);
  if (Buffer.byteLength(data) > mostDataBytes) return 'data: may have at most 16 KiB';
  return isStorableJson(data) && isStorable(event.message) ? null : unstorableText;
}

async function executorIds(
  database: Database,
  organizationId: string,
  events: readonly RuntimeEventInput[],
): Promise<Map<string, string>> {
  const names = [...new Set(events.map(({ executorName }) => executorName))].filter(isStorable);
  if (names.length === 0) return new Map();
  const rows = await database
    .select({ id: executor.id, name: executor.name })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), inArray(executor.name, names)));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** One statement for all; the nodes' names are looked up on the way, since the agent's events carry ids. */
async function insert(
  database: Database,
  organizationId: string,
  events: readonly (RuntimeEventInput & { executorId: string })[],
): Promise<void> {
  // Pages follow the order of arrival, which a join alone would not keep.
  const ordered = events.map((event, position) => ({ ...event, position }));
  await database.execute(sql`
    WITH turn AS MATERIALIZED (SELECT ${turnToAdd(organizationId)})
    INSERT INTO event (id, organization_id, at, level, kind, message, data, executor_name, node_name, node_id)
    SELECT given.id, ${organizationId}, given.at, given.level, given.kind, given.message, given.data, given."executorName",
      node.name, given."nodeId"
    FROM turn, jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) AS given(position int, id uuid, at timestamptz, level text, kind text, message text,
      data jsonb, "executorName" text, "executorId" uuid, "nodeId" uuid)
    LEFT JOIN node ON node.id = given."nodeId" AND node.executor_id = given."executorId"
    ORDER BY given.position
    ON CONFLICT (organization_id, id) DO NOTHING`);
}

/** The newest sample of each node becomes its metrics, unless a newer one is there. One from the future is none the newer for it. */
async function updateMetrics(
  database: Database,
  events: readonly (RuntimeEventInput & { executorId: string })[],
): Promise<void> {
  const newest = new Map<string, RuntimeEventInput & { executorId: string }>();
  for (const event of events) {
    if (event.kind !== sampleKind || !event.nodeId) continue;
    const known = newest.get(event.nodeId);
    if (known === undefined || known.at <= event.at) newest.set(event.nodeId, event);
  }
  if (newest.size === 0) return;
  const executorIds = [...new Set([...newest.values()].map(({ executorId }) => executorId))];
  // The executor before its nodes, as everybody locks them: a heartbeat changes the same nodes in an order of its own.
  await database.execute(sql`
    WITH locked AS MATERIALIZED (
      SELECT id FROM executor WHERE ${inArray(executor.id, executorIds)}
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE node SET metrics = given.data, metrics_at = least(given.at, now())
    FROM locked, jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb) AS given(at timestamptz, data jsonb, "executorId" uuid, "nodeId" uuid)
    WHERE node.id = given."nodeId" AND node.executor_id = given."executorId" AND locked.id = given."executorId"
      AND (node.metrics_at IS NULL OR node.metrics_at <= given.at)`);
}
