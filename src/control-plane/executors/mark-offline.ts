import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record.ts';

/** Marks the executors that were not heard of for too long; each is told of once, however many replicas look. */
export async function markOffline(database: Database, offlineAfterSeconds: number): Promise<void> {
  await transact(database, async (transaction) => {
    // One that is locked is being heard of right now, or another replica tells of it.
    const silent = transaction
      .select({ id: executor.id })
      .from(executor)
      .where(
        and(
          eq(executor.online, true),
          lt(executor.lastSeenAt, sql`now() - make_interval(secs => ${offlineAfterSeconds}::int)`),
        ),
      )
      .for('update', { skipLocked: true });
    const lost = await transaction
      .update(executor)
      .set({ online: false })
      .where(inArray(executor.id, silent))
      .returning({ organizationId: executor.organizationId, name: executor.name, lastSeenAt: executor.lastSeenAt });
    // In one order everywhere: recording waits for what others record of the same organization.
    const ordered = lost.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
    for (const { organizationId, name, lastSeenAt } of ordered) {
      await recordEvents(transaction, organizationId, [
        {
          level: 'warning',
          kind: 'executor.offline',
          message: `${name} is offline: its last heartbeat came at ${lastSeenAt.toISOString()}. Its nodes run on as far as is known.`,
          executorName: name,
        },
      ]);
    }
  });
}
