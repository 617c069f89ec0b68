import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHeader } from '../../../../src/control-plane/commands/backup/header.ts';
import { createScheduledBackup } from '../../../../src/control-plane/commands/backup/scheduled-backup.ts';
import { inspectDatabase } from '../../../../src/control-plane/commands/inspect-database.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

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
