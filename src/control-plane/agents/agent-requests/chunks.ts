import { maxLogBytes, maxLogLines } from '../../../contract/limits.ts';
import type { AgentAnswerReceipt, LogChunkInput, NodeLogChunk } from '../../../contract/types.generated.ts';
import { lastLines } from '../../../text/last-lines.ts';
import { storable } from '../../../text/storable.ts';
import { and, asc, type Database, eq, inArray, sql } from '../../platform/database/database.ts';
import { type AgentRequestRow, agentRequest, logChunk } from '../../tables/agent-requests.ts';

/** Returns the last lines that fit into an answer, without characters that PostgreSQL cannot store. */
export const fitLogLines = (lines: readonly string[]): string[] =>
  lastLines(lines.slice(-maxLogLines).map(storable), maxLogLines, maxLogBytes);

/** Chunks that an agent may be ahead of the reader. */
const maxUnread = 4;
const maxNoticeLength = 1000;
const maxPositionLength = 64;

/** Stores the next lines of a followed log while the reader keeps up. Requires the lock of the request. */
export async function storeChunk(
  transaction: Database,
  { id: requestId, args }: AgentRequestRow<'follow_log'>,
  { sequence, lines, dropped, notice, position }: LogChunkInput,
): Promise<AgentAnswerReceipt> {
  // The agent lost its position; the next heartbeat carries it.
  if (sequence > args.nextChunk) return { isTaken: false, isOpen: false };
  // The receipt was lost.
  if (sequence < args.nextChunk) return { isTaken: true, isOpen: true };
  const [unread] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(logChunk)
    .where(eq(logChunk.requestId, requestId));
  if ((unread?.count ?? 0) >= maxUnread) return { isTaken: false, isOpen: true };
  const chunk = {
    lines: fitLogLines(lines),
    dropped: Math.max(0, dropped ?? 0),
    notice: notice == null ? null : storable(notice.slice(0, maxNoticeLength)),
  };
  await transaction.insert(logChunk).values({ requestId, sequence, chunk });
  const after = position == null ? args.position : storable(position.slice(0, maxPositionLength));
  await transaction
    .update(agentRequest)
    .set({ args: { ...args, nextChunk: sequence + 1, position: after } })
    .where(eq(agentRequest.id, requestId));
  return { isTaken: true, isOpen: true };
}

/** Takes the oldest chunk of a request, which frees space for the next. */
export async function takeChunk(database: Database, requestId: string): Promise<NodeLogChunk | undefined> {
  const oldest = database
    .select({ sequence: logChunk.sequence })
    .from(logChunk)
    .where(eq(logChunk.requestId, requestId))
    .orderBy(asc(logChunk.sequence))
    .limit(1);
  const [taken] = await database
    .delete(logChunk)
    .where(and(eq(logChunk.requestId, requestId), inArray(logChunk.sequence, oldest)))
    .returning();
  return taken && { sequence: taken.sequence, ...taken.chunk };
}
