import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';
import { recordEvents } from '../events/record.ts';

/** Marks the executors that were not heard of for too long; each is told of once, however many replicas look. */
export async function markOffline(database: Database, offlineAfterSeconds: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const lost = await transaction
      .update(executor)
      .set({ online: false })
      .where(
        and(
          eq(executor.online, true),
          lt(executor.lastSeenAt, sql`now() - make_interval(secs => ${offlineAfterSeconds}::int)`),
        ),
      )
      .returning({ organizationId: executor.organizationId, name: executor.name, lastSeenAt: executor.lastSeenAt });
    // In one order everywhere: recording waits for what others record of the same organization.
    const ordered = lost.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
    for (const { organizationId, name, lastSeenAt } of ordered) {
      await recordEvents(transaction as unknown as Database, organizationId, [
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
