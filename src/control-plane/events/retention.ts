import { sql } from 'drizzle-orm';
import { sampleKind } from '../../contract/event-kinds.ts';
import { type Database, rowsOf } from '../database/database.ts';

/** Events are removed so many at a time that nobody waits for it. */
const batch = 5000;

/** Removes what came longer ago than its kind is kept, and then the nodes that were deleted longer ago than events are kept. */
export async function forgetOldEvents(
  database: Database,
  days: { events: number; samples: number },
  signal: AbortSignal,
): Promise<void> {
  for (const [condition, keep] of [
    [sql`kind = ${sampleKind}`, days.samples],
    [sql`kind <> ${sampleKind}`, days.events],
  ] as const) {
    for (let removed = batch; removed === batch && !signal.aborted; ) {
      const result = await database.execute(sql`
        DELETE FROM event WHERE sequence IN (
          SELECT sequence FROM event WHERE ${condition} AND received_at < now() - make_interval(days => ${keep}::int) ORDER BY received_at LIMIT ${batch})
        RETURNING 1`);
      removed = rowsOf(result).length;
    }
  }
  await database.execute(sql`DELETE FROM node WHERE removed_at < now() - make_interval(days => ${days.events}::int)`);
}
