import { existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { buildSecret, readSecret, type Secret, secretPath, storeSecret } from '../../people/accounts/secret.ts';
import { withConnection } from '../../platform/database/connect.ts';
import { prepareDataFolder } from '../../platform/database/data-folder.ts';
import { databaseErrorOf } from '../../platform/database/database.ts';
import { directUrl } from '../../platform/database/database-url.ts';
import { isMigratedLater, migrationLock } from '../../platform/database/migrate.ts';
import { startEmbedded } from '../../platform/database/start-embedded.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { outsideOrganizations } from '../../tables/audit.ts';
import { rpcCredentials } from '../../tables/rpc-credentials.ts';
import { recordRestoredBackup } from './backup-state.ts';
import { nameOf, readMigrations, readTables, settleFormats } from './catalog.ts';
import { type Frame, readFrames, refused } from './frames.ts';
import {
  type BackupHeader,
  type BackupTable,
  counted,
  readHeader,
  requireOwnMigrations,
  rowsOf,
  type Total,
  tableStart,
} from './header.ts';
import type { Place } from './on-database.ts';
import {
  dropEverything,
  emptyTables,
  makePartitions,
  makeTables,
  requireAlone,
  suspendRules,
} from './prepare-tables.ts';

export interface RestoreResult extends Total {
  createdAt: string;
}

/** Restores a backup into an empty database after checking the whole file. Throws ControlPlaneSetupError. */
export async function restoreBackup(settings: Place, file: string, log: Logger): Promise<RestoreResult> {
  const input = inputOf(settings, file, await readHeader(file));
  return withDatabase(settings, log, (client) => restoreInto(client, input));
}

/** Restores a backup over a database that a later release migrated after it. Changes no other, and returns null. */
export const undoMigration = (settings: Place, file: string, log: Logger): Promise<RestoreResult | null> =>
  withDatabase(settings, log, async (client) => {
    if (!(await isMigratedLater(drizzle(client)))) return null;
    const header = await readHeader(file);
    if (header.migrations.length === (await readMigrations(client))?.length) return null;
    await requireAlone(client);
    return restoreInto(client, inputOf(settings, file, header), dropEverything);
  });

async function withDatabase<T>(settings: Place, log: Logger, work: (client: Client) => Promise<T>): Promise<T> {
  prepareDataFolder(settings.dataDir);
  if (settings.databaseUrl !== undefined) {
    const { url, setting } = directUrl(settings.databaseUrl, settings.directDatabaseUrl);
    return withConnection(url, work, setting);
  }
  await using embedded = await startEmbedded(settings.dataDir, log);
  return await withConnection(embedded.url, work);
}

function inputOf({ dataDir }: Place, file: string, header: BackupHeader): Restore {
  requireOwnMigrations(file, header);
  if (header.organization !== undefined)
    throw refused(`${file} has one organization, ${header.organization.name}; use satrap control-plane import`);
  return { file, header, secret: secretFor(header, dataDir), dataDir };
}

/** Returns the secret of the database: that of the backup, or of the data folder if the backup has none. */
function secretFor({ secret: kept }: BackupHeader, dataDir: string): Secret {
  const path = secretPath(dataDir);
  if (kept === undefined) {
    if (existsSync(path)) return readSecret(dataDir);
    throw refused(`this backup has no secret file; copy the one of its control plane to ${path} (mode 600) first`);
  }
  if (!existsSync(path) || readSecret(dataDir).text === kept) return buildSecret(kept);
  throw refused(
    `${path} is the secret of a control plane other than that of the backup; choose another folder with --data`,
  );
}

interface Restore {
  file: string;
  header: BackupHeader;
  secret: Secret;
  dataDir: string;
}

async function restoreInto(
  client: Client,
  { file, header, secret, dataDir }: Restore,
  prepare = async (_client: Client): Promise<void> => undefined,
): Promise<RestoreResult> {
  await settleFormats(client);
  await client.query('BEGIN');
  try {
    // A control plane that starts meanwhile waits, and then finds the restored database.
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await prepare(client);
    await requireEmpty(client);
    await makeTables(client);
    await makePartitions(client, header.partitions);
    const resumeRules = await suspendRules(client);
    await emptyTables(client);
    // A forged file must not write into PostgreSQL's own tables.
    const own = new Map((await readTables(client)).map((table) => [nameOf(table), table]));
    const total = await copyRows(client, file, own);
    for (const sequence of header.sequences)
      await client.query('SELECT setval($1::regclass, $2)', [nameOf(sequence), sequence.lastValue]);
    await resumeRules();
    await recordRestoredBackup(client, header.createdAt, total.rows);
    await recordRestore(client, header);
    await requireSecret(client, secret, file);
    // As in init: before the commit, so that no database is without its secret.
    if (!existsSync(secretPath(dataDir))) storeSecret(dataDir, secret);
    await client.query('COMMIT');
    return { ...total, createdAt: header.createdAt };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw explained(error, file);
  }
}

/** Records the restore for every organization and the control plane, because objects revert to an earlier time. */
async function recordRestore(client: Client, { createdAt, satrapVersion }: BackupHeader): Promise<void> {
  const values = { backupOf: createdAt, backupVersion: satrapVersion };
  await recordCommand(drizzle(client), { organizationId: null, action: 'restore', target: null, values });
  await client.query(
    `INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action, after)
     SELECT organization.id, told.at, told.actor_type, told.actor_name, told.action, told.after FROM organization,
       (SELECT * FROM audit_action WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1) AS told`,
    [outsideOrganizations],
  );
}

async function requireEmpty(client: Client): Promise<void> {
  const [table] = await readTables(client);
  if (table === undefined && (await readMigrations(client)) === undefined) return;
  throw refused(
    'the database is not empty; restore into a new one: name a new folder with --data, or an empty database in DATABASE_URL',
  );
}

/** Copies the rows of each table into the one that `targets` has for its name. */
export async function copyRows(
  client: Client,
  file: string,
  targets: ReadonlyMap<string, { schema: string; name: string }>,
): Promise<Total> {
  const total = { tables: 0, rows: 0 };
  const frames = counted(readFrames(file), total);
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    if (next.value.kind !== 't') continue;
    const table = tableStart.parse(JSON.parse(next.value.payload.toString()));
    const target = targets.get(nameOf(table));
    if (target === undefined)
      throw refused(`${file} has the table ${nameOf(table)}, which this release does not have there`);
    await copyTable(client, { ...table, ...target, columns: table.columns }, frames);
  }
  return total;
}

async function copyTable(client: Client, table: BackupTable, frames: AsyncGenerator<Frame>): Promise<void> {
  let expected = -1;
  async function* rows() {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind === 'd') yield next.value.payload;
      if (next.value.kind !== 'e') continue;
      expected = rowsOf(next.value);
      return;
    }
  }
  const columns = table.columns.map(escapeIdentifier).join(', ');
  const stream = client.query(copyFrom(`COPY ${nameOf(table)} (${columns}) FROM STDIN`));
  await pipeline(rows, stream);
  if (stream.rowCount !== expected)
    throw new Error(`${nameOf(table)} received ${stream.rowCount} rows instead of ${expected}`);
}

async function requireSecret(client: Client, secret: Secret, file: string): Promise<void> {
  const rows = await drizzle(client).select({ sealed: rpcCredentials.sealedPassword }).from(rpcCredentials).limit(1);
  try {
    for (const { sealed } of rows) secret.unseal(sealed);
  } catch (cause) {
    const reason = `the secret file in the data folder does not belong to ${file}`;
    throw refused(`${reason}; copy the one of its control plane there`, cause);
  }
}

function explained(error: unknown, file: string): unknown {
  if (databaseErrorOf(error).code !== '53100') return error;
  return refused(`the disk of the database is full; free disk space, and restore ${file} again`, error);
}
