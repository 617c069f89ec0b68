import { eq } from 'drizzle-orm';
import { versionKey } from '../../src/control-plane/fleet/releases/check-release.ts';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import {
  executorRelease,
  executorUpgrade,
  type RolloutRow,
  upgradeRollout,
  upgradeRolloutMember,
} from '../../src/control-plane/tables/releases.ts';
import { release } from './release.ts';

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

/** Sets an executor's upgrade to 99.0.0 to pending, or removes it for `null`. */
export async function setUpgrade(
  database: Database,
  { organizationId, executorId }: { organizationId: string; executorId: string },
  releaseId: string | null,
): Promise<void> {
  await database.delete(executorUpgrade).where(eq(executorUpgrade.executorId, executorId));
  if (releaseId === null) return;
  await database.insert(executorUpgrade).values({
    ...{ organizationId, executorId, releaseId, fromVersion: '1.0.0', targetVersion: '99.0.0', requestedBy: 'acme' },
    deadline: new Date(Date.now() + 3_600_000),
  });
}

/** Replaces the rollouts of an organization by one whose only member's upgrade is the pending one. Returns its id. */
export async function setRollout(
  database: Database,
  { organizationId, executorId }: { organizationId: string; executorId: string },
  state: RolloutRow['state'],
): Promise<string> {
  await deleteRollouts(database, organizationId);
  const [upgrade] = await database.select().from(executorUpgrade).where(eq(executorUpgrade.executorId, executorId));
  // In one transaction: the job that advances rollouts ends one without members.
  return database.transaction(async (transaction) => {
    const [rollout] = await transaction
      .insert(upgradeRollout)
      .values({ organizationId, targetVersion: '99.0.0', groupSize: 1, requestedBy: 'acme', state })
      .returning({ id: upgradeRollout.id });
    const rolloutId = rollout?.id ?? '';
    await transaction.insert(upgradeRolloutMember).values({
      ...{ organizationId, rolloutId, position: 0, groupNumber: 1, executorId, executorName: 'acme' },
      ...{ upgradeId: upgrade?.id ?? null, state: 'under_way' },
    });
    return rolloutId;
  });
}

export async function deleteRollouts(database: Database, organizationId: string): Promise<void> {
  await database.delete(upgradeRollout).where(eq(upgradeRollout.organizationId, organizationId));
}

/** Inserts a rollout that stopped at the first of its executors, and returns its id. */
export async function insertStoppedRollout(
  database: Database,
  organizationId: string,
  executors: readonly { id: string; name: string }[],
): Promise<string> {
  const reason = 'not enough disk space for the archive';
  const [rollout] = await database
    .insert(upgradeRollout)
    .values({
      ...{ organizationId, targetVersion: '1.2.0', groupSize: 1, requestedBy: 'Ada', state: 'stopped' },
      reason: `${executors[0]?.name ?? ''} was not upgraded: ${reason}.`,
    })
    .returning({ id: upgradeRollout.id });
  const rolloutId = rollout?.id ?? '';
  await database.insert(upgradeRolloutMember).values(
    executors.map(({ id: executorId, name }, position) => ({
      ...{ organizationId, rolloutId, position, groupNumber: position + 1, executorId, executorName: name },
      ...(position === 0 ? { state: 'failed' as const, reason } : {}),
    })),
  );
  return rolloutId;
}
