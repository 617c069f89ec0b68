import { maxLogBytes, maxLogLines } from '../../../contract/limits.ts';
import type { AnswerAgentRequestPayload, LogChunkInput, NodeLogChunk } from '../../../contract/types.generated.ts';
import { lastLines } from '../../../text/last-lines.ts';
import { storable } from '../../../text/storable.ts';
import { and, asc, type Database, hasKey, inArray, sql, type TenantKey } from '../../platform/database/database.ts';
import { type AgentRequestRow, agentRequest, logChunk } from '../../tables/agent-requests.ts';

/** Returns the last lines that fit into an answer, without characters that PostgreSQL cannot store. */
export const fitLogLines = (lines: readonly string[]): string[] =>
  lastLines(lines.slice(-maxLogLines).map(storable), maxLogLines, maxLogBytes);

/** Chunks that an agent may be ahead of the reader. */
const maxUnread = 4;
const maxNoticeLength = 1000;
const maxPositionLength = 64;

const ofRequest = ({ organizationId, id }: TenantKey) =>
  hasKey({ ...logChunk, id: logChunk.requestId }, organizationId, id);

/** Stores the next lines of a followed log while the reader keeps up. Requires the lock of the request. */
export async function storeChunk(
  transaction: Database,
  { organizationId, id: requestId, args }: AgentRequestRow<'follow_log'>,
  { sequence, lines, dropped, notice, position }: LogChunkInput,
): Promise<AnswerAgentRequestPayload> {
  // The agent lost its position; the next heartbeat carries it.
  if (sequence > args.nextChunk) return { isTaken: false, isOpen: false };
  // The receipt was lost.
  if (sequence < args.nextChunk) return { isTaken: true, isOpen: true };
  const [unread] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(logChunk)
    .where(ofRequest({ organizationId, id: requestId }));
  if ((unread?.count ?? 0) >= maxUnread) return { isTaken: false, isOpen: true };
  const chunk = {
    lines: fitLogLines(lines),
    dropped: Math.max(0, dropped ?? 0),
    notice: notice == null ? null : storable(notice.slice(0, maxNoticeLength)),
  };
  await transaction.insert(logChunk).values({ organizationId, requestId, sequence, chunk });
  const after = position == null ? args.position : storable(position.slice(0, maxPositionLength));
  await transaction
    .update(agentRequest)
    .set({ args: { ...args, nextChunk: sequence + 1, position: after } })
    .where(hasKey(agentRequest, organizationId, requestId));
  return { isTaken: true, isOpen: true };
}

/** Takes the oldest chunk of a request, which frees space for the next. */
export async function takeChunk(database: Database, request: TenantKey): Promise<NodeLogChunk | undefined> {
  const oldest = database
    .select({ sequence: logChunk.sequence })
    .from(logChunk)
    .where(ofRequest(request))
    .orderBy(asc(logChunk.sequence))
    .limit(1);
  const [taken] = await database
    .delete(logChunk)
    .where(and(ofRequest(request), inArray(logChunk.sequence, oldest)))
    .returning();
  return taken && { sequence: taken.sequence, ...taken.chunk };
}
