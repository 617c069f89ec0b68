import { eq } from 'drizzle-orm';
import type { Database } from '../../src/control-plane/database/database.ts';
import { executorRelease, executorUpgrade } from '../../src/control-plane/releases/table.ts';
import { versionKey } from '../../src/control-plane/releases/version.ts';
import { release } from './release.ts';

/** Inserts a release, and returns its id. */
export async function insertRelease(
  database: Database,
  version: string,
  change: Partial<typeof executorRelease.$inferInsert> = {},
): Promise<string> {
  const { channel, notes, artifacts, image } = release(version);
  const [row] = await database
    .insert(executorRelease)
    .values({ version, versionKey: versionKey(version), channel, notes, artifacts, image: image ?? null, ...change })
    .returning({ id: executorRelease.id });
  return row?.id ?? '';
}

/** Puts an executor in the state that an upgrade to 99.0.0 is under way, or with `null` that none is. */
export async function setUpgrade(database: Database, executorId: string, releaseId: string | null): Promise<void> {
  await database.delete(executorUpgrade).where(eq(executorUpgrade.executorId, executorId));
  if (releaseId === null) return;
  await database.insert(executorUpgrade).values({
    ...{ executorId, releaseId, fromVersion: '1.0.0', targetVersion: '99.0.0', requestedBy: 'acme' },
    deadline: new Date(Date.now() + 3_600_000),
  });
}
