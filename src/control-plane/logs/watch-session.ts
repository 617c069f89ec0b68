import type { NodeLogChunk } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { and, asc, eq, inArray } from '../database/drizzle.ts';
import { executor } from '../executors/table.ts';
import { notExpired } from './session-expiry.ts';
import { logChunk, logSession } from './table.ts';

/** Keeps a session from expiring. Returns undefined when there is none any more. */
export async function watch(
  database: Database,
  sessionId: string,
): Promise<{ online: boolean; executorName: string } | undefined> {
  const [row] = await database
    .update(logSession)
    .set({ watchedAt: new Date() })
    .from(executor)
    .where(
      and(
        eq(logSession.id, sessionId),
        eq(logSession.status, 'following'),
        eq(executor.id, logSession.executorId),
        notExpired,
      ),
    )
    .returning({ online: executor.online, executorName: executor.name });
  return row;
}

/** Takes the oldest chunk of a session, which makes room for another one; undefined when none is here. */
export async function takeChunk(database: Database, sessionId: string): Promise<NodeLogChunk | undefined> {
  const oldest = database
    .select({ sequence: logChunk.sequence })
    .from(logChunk)
    .where(eq(logChunk.sessionId, sessionId))
    .orderBy(asc(logChunk.sequence))
    .limit(1);
  const [chunk] = await database
    .delete(logChunk)
    .where(and(eq(logChunk.sessionId, sessionId), inArray(logChunk.sequence, oldest)))
    .returning({
      sequence: logChunk.sequence,
      lines: logChunk.lines,
      dropped: logChunk.dropped,
      notice: logChunk.notice,
    });
  return chunk;
}
