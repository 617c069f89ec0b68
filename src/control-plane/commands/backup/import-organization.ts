import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeIdentifier } from 'pg';
import type { Logger } from 'pino';
import type { OrganizationRole } from '../../../contract/types.generated.ts';
import { lockIdentities } from '../../fleet/executors/find-executor.ts';
import { requireInit } from '../../nodes/rpc-credentials/require-init.ts';
import { buildSecret, readSecret } from '../../people/accounts/secret.ts';
import { insertInvitation } from '../../people/organizations/invitations.ts';
import { addMember } from '../../people/organizations/members.ts';
import { type Database, databaseErrorOf, eq } from '../../platform/database/database.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { user } from '../../tables/accounts.ts';
import { isOfOrganization, nameOf, readCounters, readOrganizationTables, settleFormats } from './catalog.ts';
import { readFrames, refused } from './frames.ts';
import { type BackupTable, readHeader, requireOwnMigrations, tableStart } from './header.ts';
import { onDatabase, type Place } from './on-database.ts';
import { reseal } from './reseal.ts';
import { copyTable, type RestoreResult } from './restore-backup.ts';
import { headerOf } from './write-frames.ts';

interface ImportInput {
  file: string;
  /** Email address of the account that becomes the owner, and invites the members. */
  owner: string;
}

export interface ImportResult extends RestoreResult {
  organizationId: string;
  name: string;
  invitations: { email: string; role: OrganizationRole; token: string; link: string | null }[];
}

/** Adds an exported organization, also while the control plane serves: all of it, or nothing. Throws ControlPlaneSetupError. */
export async function importOrganization(
  settings: Place & Pick<ControlPlaneSettings, 'publicUrl'>,
  { file, owner }: ImportInput,
  log: Logger,
): Promise<ImportResult> {
  const header = await readHeader(file);
  const { organization: moved, secret } = header;
  if (moved === undefined || secret === undefined)
    throw refused(`${file} has a whole control plane; use satrap control-plane restore`);
  requireOwnMigrations(file, header);
  const own = readSecret(settings.dataDir);
  return onDatabase(settings, log, async (client) => {
    const database = drizzle(client);
    if ((await headerOf(client)).migrations.length !== header.migrations.length)
      throw refused('the database is of another release; start this one, which migrates it, then import again');
    await requireInit(database, own, settings.dataDir);
    await settleFormats(client);
    return database
      .transaction(async (transaction) => {
        const tables = await readOrganizationTables(client);
        await lockIdentities(transaction);
        const total = await stageRows(client, file, tables);
        for (const table of tables) await insertRows(client, table, { file, id: moved.id });
        await reseal(transaction, moved.id, { from: buildSecret(secret), to: own });
        const invitations = await admitMembers(transaction, moved, { owner, publicUrl: settings.publicUrl });
        await recordCommand(transaction, {
          organizationId: moved.id,
          action: 'importOrganization',
          target: { type: 'organization', id: moved.id, name: moved.name },
          values: { exportOf: header.createdAt, owner },
        });
        return { organizationId: moved.id, name: moved.name, createdAt: header.createdAt, ...total, invitations };
      })
      .catch((error: unknown) => {
        const { code, constraint } = databaseErrorOf(error);
        throw code === '23505' ? refused(`a row of ${file} is here already (${constraint})`, error) : error;
      });
  });
}

const stagedOf = ({ name }: Pick<BackupTable, 'name'>): BackupTable => ({
  schema: 'pg_temp',
  name: `import_${name}`,
  columns: [],
});

/** Copies the rows into temporary tables, where they can be checked. */
async function stageRows(client: Client, file: string, tables: readonly BackupTable[]) {
  for (const table of tables)
    await client.query(`CREATE TEMPORARY TABLE ${nameOf(stagedOf(table))} (LIKE ${nameOf(table)}) ON COMMIT DROP`);
  const total = { tables: 0, rows: 0 };
  const own = new Set(tables.map(nameOf));
  const frames = readFrames(file);
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    if (next.value.kind !== 't') continue;
    const table = tableStart.parse(JSON.parse(next.value.payload.toString()));
    if (!own.has(nameOf(table))) throw refused(`${file} has the table ${nameOf(table)}, which no organization has`);
    total.rows += await copyTable(client, { ...stagedOf(table), columns: table.columns }, frames);
    total.tables++;
  }
  return total;
}

/** What is of the other control plane: its people, its releases, and the addresses of its organizations. */
const adaptations: Readonly<Record<string, string>> = {
  organization: `is_active = true, slug = slug || CASE WHEN EXISTS (
    SELECT FROM public.organization AS other WHERE other.slug = staged.slug) THEN '-' || lower(id) ELSE '' END`,
  apikey: 'created_by = NULL',
  executor_upgrade: 'release_id = (SELECT id FROM executor_release WHERE version = target_version)',
};

/** Ids that are unique in the whole installation, without a constraint. */
const identified = ['executor', 'node', 'node_operation'];

async function insertRows(client: Client, table: BackupTable, { file, id }: { file: string; id: string }) {
  const staged = nameOf(stagedOf(table));
  const has = async (rows: string) => ((await client.query(`SELECT FROM ${rows} LIMIT 1`)).rowCount ?? 0) > 0;
  if (await has(`${staged} WHERE (${isOfOrganization(table, id)}) IS NOT TRUE`))
    throw refused(`${file} has a row of another organization in ${table.name}`);
  if (identified.includes(table.name) && (await has(`${staged} JOIN ${nameOf(table)} AS present USING (id)`)))
    throw refused(`a row of ${table.name} in ${file} is here already, in another organization`);
  const adaptation = adaptations[table.name];
  if (adaptation !== undefined) await client.query(`UPDATE ${staged} AS staged SET ${adaptation}`);
  const counters = await readCounters(client, table);
  const columns = table.columns
    .filter((column) => !counters.includes(column))
    .map(escapeIdentifier)
    .join(', ');
  const order = counters.length === 0 ? '' : `ORDER BY ${counters.map(escapeIdentifier).join(', ')}`;
  await client.query(`INSERT INTO ${nameOf(table)} (${columns}) SELECT ${columns} FROM ${staged} ${order}`);
}

/** Nobody becomes a member by an address in a file: one here may be another person's. */
async function admitMembers(
  transaction: Database,
  { id: organizationId, members }: { id: string; members: { email: string; role: OrganizationRole }[] },
  { owner, publicUrl }: { owner: string; publicUrl: string | undefined },
): Promise<ImportResult['invitations']> {
  const email = owner.trim().toLowerCase();
  const [account] = await transaction.select({ id: user.id }).from(user).where(eq(user.email, email));
  if (account === undefined) throw refused(`no account ${owner} here; invite the owner first, or name another account`);
  await addMember(transaction, { organizationId, userId: account.id, role: 'owner' });
  const made: ImportResult['invitations'] = [];
  for (const member of members.filter((each) => each.email !== email)) {
    const values = { organizationId, ...member, inviterId: account.id, publicUrl };
    const { token, link } = await insertInvitation(transaction, values);
    made.push({ ...member, token, link });
  }
  return made;
}
