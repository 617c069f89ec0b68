import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { member, organization, user } from '../../../../src/control-plane/tables/accounts.ts';
import { backupState } from '../../../../src/control-plane/tables/backup-state.ts';
import { insertOrganization } from '../../../harness/rows.ts';
import { RuleRuns } from '../../../harness/rule-runs.ts';

const runs = new RuleRuns();
const { database, at, runFrom, incidents, told } = runs;
const hour = 3600;

/** Records when the last backup ended, in hours before the test's start; null without one. */
const backupWas = (hours: number | null, scheduledSince: Date | null = at(-90 * 24 * hour)) => {
  const state = { scheduledSince, lastAt: hours === null ? null : at(-hours * hour) };
  return database
    .insert(backupState)
    .values({ id: 1, ...state })
    .onConflictDoUpdate({ target: backupState.id, set: state });
};

/** Adds a person to an organization. */
async function insertMember(organizationId: string, role: 'owner' | 'admin' | 'member', isSystemAdmin: boolean) {
  const id = randomUUID();
  await database.insert(user).values({ id, name: 'Ada', email: `${id}@example.com`, isSystemAdmin });
  await database.insert(member).values({ id, organizationId, userId: id, role });
}

beforeEach(async () => {
  await database.delete(backupState);
  await database.delete(user);
  await insertMember(runs.organizationId, 'owner', true);
});

describe('backup_overdue', () => {
  test('opens once the last backup is older than 26 hours', async () => {
    await backupWas(25);
    await runFrom(0, hour);
    expect(told()).toEqual([]);
    await runFrom(hour + 60, 2 * hour);
    expect(told()).toEqual(['backup_overdue opened']);
    const message = `The last verified backup of the control plane ended at ${at(-25 * hour).toISOString()}.`;
    expect(await incidents()).toMatchObject([
      { severity: 'warning', subjectType: 'control_plane', subjectName: 'control plane', message, notified: true },
    ]);
  });

  test('opens if no backup has succeeded since they were scheduled', async () => {
    await backupWas(null, at(-27 * hour));
    await runFrom(0, hour);
    expect(told()).toEqual(['backup_overdue opened']);
  });

  test('closes by itself once a backup is verified', async () => {
    await backupWas(27);
    await runFrom(0, hour);
    await backupWas(-hour);
    await runFrom(hour + 20, hour + 40);
    expect(told()).toEqual(['backup_overdue opened', 'backup_overdue closed']);
  });

  test('closes once backups are no longer scheduled', async () => {
    await backupWas(27);
    await runFrom(0, hour);
    await backupWas(27, null);
    await runFrom(hour + 20, hour + 40);
    expect(told()).toEqual(['backup_overdue opened', 'backup_overdue closed']);
  });

  test('does not open while a timer catches up after its host was off', async () => {
    await backupWas(72);
    await runFrom(0, 1200);
    await backupWas(0);
    await runFrom(1260, 2 * hour);
    expect(told()).toEqual([]);
  });

  test('does not open where no backup is scheduled', async () => {
    await backupWas(72, null);
    await runFrom(0, hour);
    await database.delete(backupState);
    await runFrom(hour + 60, 2 * hour);
    expect(told()).toEqual([]);
  });

  test('is told to the first organization that a system administrator manages', async () => {
    const [foreign, customer, guest] = [
      await insertOrganization(database),
      await insertOrganization(database),
      await insertOrganization(database),
    ];
    // Older than the operator's, with nobody of the operator in it, or only as a member.
    await database.update(organization).set({ createdAt: at(0) });
    for (const [id, days] of [
      [foreign, 3],
      [guest, 2],
      [runs.organizationId, 1],
    ] as const)
      await database
        .update(organization)
        .set({ createdAt: at(-days * 24 * hour) })
        .where(eq(organization.id, id));
    await insertMember(foreign, 'owner', false);
    await insertMember(guest, 'member', true);
    await insertMember(customer, 'owner', true);
    await backupWas(27);
    await runFrom(0, hour);
    expect((await incidents()).map(({ organizationId }) => organizationId)).toEqual([runs.organizationId]);
  });
});
