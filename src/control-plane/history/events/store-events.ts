import { sampleKind } from '../../../contract/events.ts';
import { maxEventsPerReport } from '../../../contract/limits.ts';
import type { RejectedEvent, RuntimeEventInput } from '../../../contract/types.generated.ts';
import { withJsonMember } from '../../../text/with-json-member.ts';
import { and, type Database, eq, inArray, ne } from '../../platform/database/database.ts';
import type { TenantKey } from '../../platform/database/tenant-keys.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { isUuid, readInstant } from '../../platform/input/scalars.ts';
import type { BulkWork } from '../../platform/load/bulk-work.ts';
import { inPieces } from '../../platform/load/in-pieces.ts';
import { executorIdOf } from '../../request/own-executor.ts';
import { node } from '../../tables/nodes.ts';
import { type ReportedSample, type SampleLists, storeSamples } from '../metrics/store-samples.ts';
import type { EventQuota, Reporter } from './event-quota.ts';
import type { InsertReport } from './insert-reports.ts';
import { validateEvent } from './validate-event.ts';

/** What one statement stores: events, in characters of JSON, and samples. A longer one would keep everything else waiting. */
const maxPieceLength = 1024 * 1024;
const maxPieceSamples = 200;

interface StoreEventsDeps {
  database: Database;
  bulk: BulkWork;
  sampleRetentionDays: number;
  quota: EventQuota;
  insertReport: InsertReport;
}

/**
 * Stores an agent's events, and its samples in the history of their nodes. A known id counts as accepted; invalid
 * events and those of other executors are rejected by id. Throws Forbidden, `invalid_input` and `limit_reached`.
 */
export async function storeEvents(
  { database, bulk, sampleRetentionDays, quota, insertReport }: StoreEventsDeps,
  reporter: Reporter,
  events: readonly RuntimeEventInput[],
): Promise<{ accepted: number; rejected: RejectedEvent[] }> {
  if (events.length > maxEventsPerReport)
    throw invalidInput([{ path: ['input'], message: `must have at most ${maxEventsPerReport} events` }]);
  const { organizationId, executorName } = reporter;
  const executorId = await executorIdOf(database, organizationId, executorName);
  const foreignNodes = await nodesOfOthers(database, { organizationId, id: executorId }, events);
  const rejected: RejectedEvent[] = [];
  const samples: ReportedSample[] = [];
  const others: string[] = [];
  for (const event of events) {
    if (bulk.isDue) await bulk.turn();
    const checked = validateEvent(event);
    const reason = 'reason' in checked ? checked.reason : foreignReason(event, executorName, foreignNodes);
    if ('reason' in checked || reason !== null) {
      rejected.push({ id: event.id, reason: reason ?? '' });
      continue;
    }
    const { id, level, kind, message, nodeId, data } = event;
    const at = readInstant(event.at) ?? event.at;
    if (kind === sampleKind && typeof nodeId === 'string')
      samples.push({ at, executorId, nodeId, data: data as SampleLists });
    else others.push(withJsonMember({ id, at, level, kind, message, nodeId }, 'data', checked.data));
  }
  if (others.length > 0) {
    quota.check(reporter);
    for (const piece of inPieces(others, maxPieceLength, ({ length }) => length)) {
      if (bulk.isDue) await bulk.turn();
      const added = await insertReport(database, organizationId, { executorId, executorName, events: piece });
      const bytes = piece.reduce((sum, json) => sum + Buffer.byteLength(json), 0);
      // Events that an agent sends again after a lost acknowledgement are free.
      quota.charge(reporter, (bytes * added) / piece.length);
    }
  }
  for (const piece of inPieces(samples, maxPieceSamples, () => 1)) {
    if (bulk.isDue) await bulk.turn();
    await storeSamples(database, { organizationId, samples: piece }, sampleRetentionDays);
  }
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
