import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { recordSchedule } from './backup-state.ts';
import { type BackupResult, createBackup } from './create-backup.ts';
import { onDatabase, type Place } from './on-database.ts';

export interface ScheduledBackup extends BackupResult {
  /** The names of earlier backups that were deleted. */
  deleted: string[];
}

/** Sorted by name, they are sorted by time. */
const scheduled = /^satrap-\d{8}T\d{6}Z\.backup$/;

/** Creates a backup in a folder, and then deletes all but the last `keep` of its kind. Leaves other files. */
export async function createScheduledBackup(
  place: Place,
  { folder, keep, now }: { folder: string; keep: number; now: Date },
  log: Logger,
): Promise<ScheduledBackup> {
  // Before anything can fail, so that an incident follows also if no backup ever succeeds.
  await onDatabase(place, log, (client) =>
    recordSchedule(client).catch((error: unknown) => log.warn({ err: error }, 'did not record the schedule')),
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  const result = await createBackup(place, { file: join(folder, `satrap-${time}.backup`), withSecrets: true }, log);
  const deleted = readdirSync(folder)
    .filter((name) => scheduled.test(name))
    .toSorted()
    .slice(0, -keep);
  // Of a run that was killed.
  const drafts = readdirSync(folder).filter(
    (name) => scheduled.test(name.replace(/\.partial$/, '')) && name.endsWith('.partial'),
  );
  for (const name of [...deleted, ...drafts]) rmSync(join(folder, name), { force: true });
  return { ...result, deleted };
}
