import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { syncFolder } from '../../../storage/private-file.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { ownVersion } from '../../../version.ts';
import { readSecret } from '../../people/accounts/secret.ts';
import { withConnection } from '../../platform/database/connect.ts';
import { clusterPath } from '../../platform/database/embedded/cluster.ts';
import { reachEmbedded } from '../../platform/database/start-embedded.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../../settings.ts';
import { nameOf, readMigrations, readPartitions, readSequences, readTables, settleFormats } from './catalog.ts';
import { encodeFrames, type Frame } from './frames.ts';
import type { BackupHeader, BackupTable } from './header.ts';

export interface BackupInput {
  file: string;
  withSecrets: boolean;
}

export interface BackupResult {
  file: string;
  tables: number;
  rows: number;
}

/** Writes a consistent snapshot, also of a database that is being served. The file gets its name once it is synced. */
export async function createBackup(
  settings: Pick<ControlPlaneSettings, 'dataDir' | 'databaseUrl'>,
  { file, withSecrets }: BackupInput,
  log: Logger,
): Promise<BackupResult> {
  if (existsSync(file)) throw new ControlPlaneSetupError(`${file} already exists; choose another name`);
  const secret = withSecrets ? readSecret(settings.dataDir).text : undefined;
  if (settings.databaseUrl !== undefined) return writeBackup(settings.databaseUrl, file, secret, log);
  if (!existsSync(clusterPath(settings.dataDir))) {
    throw new ControlPlaneSetupError(`no database in ${settings.dataDir}; name the data folder with --data`);
  }
  await using embedded = await reachEmbedded(settings.dataDir, log);
  return await writeBackup(embedded.url, file, secret, log);
}

async function writeBackup(url: string, file: string, secret: string | undefined, log: Logger): Promise<BackupResult> {
  const draft = `${file}.partial`;
  const total = { tables: 0, rows: 0 };
  try {
    await withConnection(url, async (client) => {
      await settleFormats(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const frames = encodeFrames(databaseFrames(client, secret, total));
      // Overwrites the rest of an interrupted backup.
      rmSync(draft, { force: true });
      const output = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(Readable.from(frames), createGzip(), output);
      await client.query('COMMIT');
      await recordBackup(client, { isEnoughToRestore: secret !== undefined, rows: total.rows }, log);
    });
    renameSync(draft, file);
    syncFolder(dirname(resolve(file)));
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || error instanceof ControlPlaneSetupError) throw error;
    throw new ControlPlaneSetupError(
      `could not write ${file} (${code ?? errorMessage(error)}); ${code === 'ENOSPC' ? 'free disk space, or choose another disk' : 'choose another path'}`,
      { cause: error },
    );
  }
  return { file, ...total };
}

/** Records for administrators that a full copy exists. A standby cannot, but the backup is needed nevertheless. */
async function recordBackup(
  client: Client,
  values: { isEnoughToRestore: boolean; rows: number },
  log: Logger,
): Promise<void> {
  try {
    await recordCommand(drizzle(client), { organizationId: null, action: 'backup', target: null, values });
  } catch (error) {
    log.warn({ err: error }, 'backup complete, but not recorded in the audit log');
  }
}

async function* databaseFrames(
  client: ClientBase,
  secret: string | undefined,
  total: { tables: number; rows: number },
): AsyncGenerator<Frame> {
  const migrations = await readMigrations(client);
  if (migrations === undefined) {
    throw new ControlPlaneSetupError('this database has no control plane; check DATABASE_URL, or --data');
  }
  const header: BackupHeader = {
    createdAt: new Date().toISOString(),
    satrapVersion: ownVersion(),
    migrations,
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
    ...(secret === undefined ? {} : { secret }),
  };
  yield jsonFrame('h', header);
  for (const table of await readTables(client)) {
    yield jsonFrame('t', table);
    const rows = yield* rowFrames(client, table);
    yield jsonFrame('e', { rows });
    total.tables++;
    total.rows += rows;
  }
}

async function* rowFrames(client: ClientBase, table: BackupTable): AsyncGenerator<Frame, number> {
  const columns = table.columns.map(escapeIdentifier).join(', ');
  // As a query, because COPY does not accept a partitioned table.
  const stream = client.query(copyTo(`COPY (SELECT ${columns} FROM ${nameOf(table)}) TO STDOUT`));
  // The stream may end before it knows its count. In this format, a line feed is the end of a row and nothing else.
  let rows = 0;
  for await (const payload of stream as AsyncIterable<Buffer>) {
    for (let at = payload.indexOf(10); at !== -1; at = payload.indexOf(10, at + 1)) rows++;
    yield { kind: 'd', payload };
  }
  return rows;
}

const jsonFrame = (kind: 'h' | 't' | 'e', content: object): Frame => ({
  kind,
  payload: Buffer.from(JSON.stringify(content)),
});
