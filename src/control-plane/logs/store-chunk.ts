import type { NodeLogChunkAnswer, NodeLogChunkInput } from '../../contract/types.generated.ts';
import { storable } from '../../text/storable.ts';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import { executor } from '../executors/table.ts';
import { isUuid } from '../input/ids.ts';
import { fitLogLines } from './log-lines.ts';
import { notExpired } from './session-expiry.ts';
import { logChunk, logSession } from './table.ts';

/** How far an agent may be ahead of the reader. */
const maxUnread = 4;
const maxNoticeLength = 1000;
const maxPositionLength = 64;

const closed: NodeLogChunkAnswer = { isTaken: false, isOpen: false };

/** Takes the next lines of a log that somebody follows, while the reader keeps up. */
export async function storeChunk(
  database: Database,
  { organizationId, executorName }: { organizationId: string; executorName: string },
  { sessionId, sequence, lines, dropped, notice, position }: NodeLogChunkInput,
): Promise<NodeLogChunkAnswer> {
  if (!isUuid(sessionId)) return closed;
  const own = database
    .select({ id: executor.id })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, executorName)));
  return transact(database, async (transaction) => {
    const [session] = await transaction
      .select({ nextChunk: logSession.nextChunk })
      .from(logSession)
      .where(
        and(
          eq(logSession.id, sessionId),
          eq(logSession.status, 'following'),
          sql`${logSession.executorId} IN ${own}`,
          notExpired,
        ),
      )
      .for('update');
    // One that is ahead has lost its place; the next heartbeat says where to continue.
    if (session === undefined || sequence > session.nextChunk) return closed;
    // Its answer was lost.
    if (sequence < session.nextChunk) return { isTaken: true, isOpen: true };
    const [unread] = await transaction
      .select({ count: sql<number>`count(*)::int` })
      .from(logChunk)
      .where(eq(logChunk.sessionId, sessionId));
    if ((unread?.count ?? 0) >= maxUnread) return { isTaken: false, isOpen: true };
    await transaction.insert(logChunk).values({
      sessionId,
      sequence,
      lines: fitLogLines(lines),
      dropped: Math.max(0, dropped ?? 0),
      notice: notice == null ? null : storable(notice.slice(0, maxNoticeLength)),
    });
    await transaction
      .update(logSession)
      .set({
        nextChunk: session.nextChunk + 1,
        ...(position == null ? {} : { position: storable(position.slice(0, maxPositionLength)) }),
      })
      .where(eq(logSession.id, sessionId));
    await publish(transaction, { kind: 'log', sessionId });
    return { isTaken: true, isOpen: true };
  });
}
