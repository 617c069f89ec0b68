import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { readSecret } from '../../people/accounts/secret.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { recordLastBackup } from './backup-state.ts';
import { readPartitions, readSequences, readTables, settleFormats } from './catalog.ts';
import { readHeader, type Total } from './header.ts';
import { onDatabase, type Place } from './on-database.ts';
import { headerOf, jsonFrame, requireFree, tableFrames, writeFrames } from './write-frames.ts';

export interface BackupResult extends Total {
  file: string;
}

/** Writes a consistent snapshot, also of a database that is being served, and verifies it. The file gets its name once it is synced. */
export async function createBackup(
  settings: Place,
  { file, withSecrets }: { file: string; withSecrets: boolean },
  log: Logger,
): Promise<BackupResult> {
  requireFree(file);
  const secret = withSecrets ? readSecret(settings.dataDir).text : undefined;
  return onDatabase(settings, log, async (client) => {
    await settleFormats(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const total = await writeFrames(file, framesOf(client, secret));
    await client.query('COMMIT');
    await verify(file);
    await recordBackup(client, { isEnoughToRestore: secret !== undefined, rows: total.rows }, log);
    return { file, ...total };
  });
}

/** Reads the whole file, as a restore does first. Removes one that is damaged, and throws ControlPlaneSetupError. */
async function verify(file: string): Promise<void> {
  try {
    await readHeader(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw new ControlPlaneSetupError(
      `the backup was damaged while it was written to ${file}, and is deleted; check that disk with dmesg and smartctl, or choose another one`,
      { cause: error },
    );
  }
}

async function* framesOf(client: Client, secret: string | undefined) {
  const header = { ...(await headerOf(client)), partitions: await readPartitions(client) };
  const sequences = await readSequences(client);
  yield jsonFrame('h', { ...header, sequences, ...(secret === undefined ? {} : { secret }) });
  for (const table of await readTables(client)) yield* tableFrames(client, table);
}

/** Records for administrators and for incidents that a full copy exists. A standby cannot, but the backup is needed nevertheless. */
async function recordBackup(
  client: Client,
  values: { isEnoughToRestore: boolean; rows: number },
  log: Logger,
): Promise<void> {
  try {
    await recordCommand(drizzle(client), { organizationId: null, action: 'backup', target: null, values });
    await recordLastBackup(client, values.rows);
  } catch (error) {
    log.warn({ err: error }, 'backup complete, but not recorded in the database');
  }
}
