import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { endSchedule } from '../../../../src/control-plane/commands/backup/backup-state.ts';
import { createBackup } from '../../../../src/control-plane/commands/backup/create-backup.ts';
import { readHeader } from '../../../../src/control-plane/commands/backup/header.ts';
import { onDatabase, type Place } from '../../../../src/control-plane/commands/backup/on-database.ts';
import { restoreBackup } from '../../../../src/control-plane/commands/backup/restore-backup.ts';
import { createScheduledBackup } from '../../../../src/control-plane/commands/backup/scheduled-backup.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { inspectDatabase } from '../../../../src/control-plane/commands/inspect-database.ts';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { satrapHere } from '../../../harness/satrap-here.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { makeDatabase } from '../../../harness/server-database.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

async function emptyPlace() {
  const { databaseUrl, drop } = await makeDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  return { ...defaultSettings, dataDir: join(scratchFolder('scheduled'), 'data'), databaseUrl, production: true };
}

async function ownPlace() {
  const place = await emptyPlace();
  await initControlPlane(place, { email: 'owner@example.com', organization: 'Example' }, quiet);
  return place;
}

/** Whether backups of a control plane are scheduled, and whether one was verified. */
const stateOf = (place: Place & { databaseUrl: string }) =>
  withConnection(place.databaseUrl, async (client) => {
    const columns = 'scheduled_since IS NOT NULL AS scheduled, last_at IS NOT NULL AS good';
    const { rows } = await client.query<{ scheduled: boolean; good: boolean }>(`SELECT ${columns} FROM backup_state`);
    return rows;
  });

test('createScheduledBackup keeps the last backups and files of others', async () => {
  const folder = join(scratchFolder('scheduled'), 'backups');
  const back = (day: number) =>
    createScheduledBackup(
      controlPlane.settings,
      { folder, keep: 2, now: new Date(Date.UTC(2026, 0, day, 1, 2, 3, 4)) },
      quiet,
    );
  expect((await back(1)).deleted).toEqual([]);
  writeFileSync(join(folder, 'before-1.0.0.backup'), 'of an upgrade');
  writeFileSync(join(folder, 'satrap-20251231T000000Z.backup.partial'), 'of a run that was killed');
  expect((await back(2)).deleted).toEqual([]);
  const { file, rows, deleted } = await back(3);
  expect(deleted).toEqual(['satrap-20260101T010203Z.backup']);
  const kept = ['satrap-20260102T010203Z.backup', 'satrap-20260103T010203Z.backup'];
  expect(readdirSync(folder).toSorted()).toEqual(['before-1.0.0.backup', ...kept]);
  expect([file, statSync(file).mode & 0o777]).toEqual([join(folder, kept[1] ?? ''), 0o600]);
  expect((await readHeader(file)).secret).toBeDefined();
  const { contents } = await inspectDatabase(controlPlane.settings, quiet);
  expect(contents?.lastBackup?.rows).toBe(rows);
});

test('a schedule is recorded also if its first backup fails', async () => {
  const place = await ownPlace();
  const folder = join(scratchFolder('scheduled'), 'file');
  writeFileSync(folder, 'not a folder');
  const failing = createScheduledBackup(place, { folder, keep: 1, now: new Date() }, quiet);
  await expect(failing).rejects.toThrow('EEXIST');
  expect(await stateOf(place)).toEqual([{ scheduled: true, good: false }]);
});

test('scheduled-backup --disable ends the schedule until the next scheduled backup', async () => {
  const place = await ownPlace();
  const schedule = { folder: scratchFolder('scheduled'), keep: 2, now: new Date('2026-01-01T00:00:00Z') };
  await createScheduledBackup(place, schedule, quiet);
  const words = `control-plane scheduled-backup --disable --data ${place.dataDir}`;
  const disable = () => satrapHere(words, { DATABASE_URL: place.databaseUrl });
  expect(await disable()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Backups are no longer scheduled/) });
  expect(await stateOf(place)).toEqual([{ scheduled: false, good: true }]);
  expect((await disable()).stdout).toBe('No backups were scheduled.\n');
  expect(readdirSync(schedule.folder)).toHaveLength(1);
  await createScheduledBackup(place, { ...schedule, now: new Date('2026-01-02T00:00:00Z') }, quiet);
  expect(await stateOf(place)).toEqual([{ scheduled: true, good: true }]);
});

test('scheduled-backup --disable is known until the next scheduled backup', async () => {
  const place = await ownPlace();
  const disabledAt = async () => (await inspectDatabase(place, quiet)).contents?.backupsDisabledAt;
  expect(await disabledAt()).toBeNull();
  await onDatabase(place, quiet, endSchedule);
  expect(await disabledAt()).toMatch(/^\d{4}-.*Z$/);
  await createBackup(place, { file: join(scratchFolder('scheduled'), 'by-hand'), withSecrets: true }, quiet);
  expect(await disabledAt()).toMatch(/^\d{4}-.*Z$/);
  await createScheduledBackup(place, { folder: scratchFolder('scheduled'), keep: 2, now: new Date() }, quiet);
  expect(await disabledAt()).toBeNull();
});

test('a backup outside of a schedule does not count as one', async () => {
  const place = await ownPlace();
  await createBackup(place, { file: join(scratchFolder('scheduled'), 'by-hand'), withSecrets: true }, quiet);
  expect(await stateOf(place)).toEqual([{ scheduled: false, good: true }]);
});

test('a restored backup is the last one of its schedule', async () => {
  const place = await ownPlace();
  const folder = scratchFolder('scheduled');
  const schedule = { folder, keep: 2, now: new Date('2026-01-01T00:00:00Z') };
  await createScheduledBackup(place, schedule, quiet);
  const { file } = await createScheduledBackup(place, { ...schedule, now: new Date('2026-01-02T00:00:00Z') }, quiet);
  const target = await emptyPlace();
  const { createdAt } = await restoreBackup(target, file, quiet);
  expect(await stateOf(target)).toEqual([{ scheduled: true, good: true }]);
  expect((await inspectDatabase(target, quiet)).contents?.lastBackup?.at).toBe(createdAt);
});

test('createScheduledBackup deletes nothing when it fails', async () => {
  const folder = scratchFolder('scheduled');
  writeFileSync(join(folder, 'satrap-20260101T000000Z.backup'), 'the last good one');
  const now = new Date('2026-01-02T00:00:00Z');
  // What it would write is there already.
  writeFileSync(join(folder, 'satrap-20260102T000000Z.backup'), '');
  const failing = createScheduledBackup(controlPlane.settings, { folder, keep: 1, now }, quiet);
  await expect(failing).rejects.toThrow('already exists');
  expect(readdirSync(folder)).toHaveLength(2);
});
