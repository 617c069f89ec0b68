import { gt, not, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { logSession } from '../database/schema.ts';

/** Whether a log session is young enough for someone to wait for it. */
export const isFresh = gt(logSession.createdAt, sql`now() - interval '10 minutes'`);

export async function forgetOldLogSessions(database: Database): Promise<void> {
  await database.delete(logSession).where(not(isFresh));
}
