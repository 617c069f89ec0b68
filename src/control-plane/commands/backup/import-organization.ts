import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeIdentifier } from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { errorMessage } from '../../../text/error-message.ts';
import { requireInit } from '../../nodes/rpc-credentials/require-init.ts';
import { buildSecret, readSecret } from '../../people/accounts/secret.ts';
import { addMember } from '../../people/organizations/members.ts';
import { databaseErrorOf, eq } from '../../platform/database/database.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { user } from '../../tables/accounts.ts';
import { isOfOrganization, nameOf, type OrganizationTable, readOrganizationTables, settleFormats } from './catalog.ts';
import { requireTargets, rowChecker } from './check-rows.ts';
import { refused } from './frames.ts';
import { readHeader, requireOwnMigrations } from './header.ts';
import { onDatabase, type Place } from './on-database.ts';
import { reseal } from './reseal.ts';
import { copyRows, type RestoreResult } from './restore-backup.ts';
import { headerOf } from './write-frames.ts';

export interface ImportResult extends RestoreResult {
  organizationId: string;
  name: string;
  /** Whom the owner may invite: an address in a file makes nobody a member, as it may be another person's here. */
  members: { email: string; role: string }[];
}

/**
 * Adds an exported organization, also while the control plane serves: all of it, or nothing. The account with the email
 * address `owner` becomes its owner. Throws ControlPlaneSetupError.
 */
export async function importOrganization(
  settings: Place,
  { file, owner }: { file: string; owner: string },
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
    const work = database.transaction(async (transaction) => {
      const { id: organizationId, name } = moved;
      const [account] = await transaction.select().from(user).where(eq(user.email, owner.trim().toLowerCase()));
      if (account === undefined) throw refused(`no account ${owner} here; name another one`);
      const tables = await readOrganizationTables(client);
      for (const table of tables)
        await client.query(`CREATE TEMPORARY TABLE ${nameOf(stagedOf(table))} (LIKE ${nameOf(table)}) ON COMMIT DROP`);
      const total = await copyRows(client, file, new Map(tables.map((table) => [nameOf(table), stagedOf(table)])));
      const isStorable = rowChecker(client);
      for (const table of tables)
        if (!(await isStorable(table.name, nameOf(stagedOf(table)))))
          throw refused(`${file} has a row of ${table.name} that no control plane stores`);
      for (const table of tables) await requireNew(client, table, { file, organizationId });
      const staged = await client.query(`SELECT name FROM ${nameOf(stagedOf({ name: 'organization' }))}`);
      if (staged.rowCount !== 1 || staged.rows[0].name !== name)
        throw refused(`${file} must have exactly one organization, that of its header`);
      for (const table of tables) await insertRows(client, table);
      try {
        await reseal(transaction, organizationId, { from: buildSecret(secret), to: own });
        await requireTargets(transaction, organizationId, own);
      } catch (cause) {
        throw refused(`${file} has a secret that cannot be read, or a channel with an invalid target`, cause);
      }
      await addMember(transaction, { organizationId, userId: account.id, role: 'owner' });
      await recordCommand(transaction, {
        organizationId,
        action: 'importOrganization',
        target: { type: 'organization', id: organizationId, name },
        values: { exportOf: header.createdAt, owner },
      });
      // The command shows them in commands to copy.
      const members = moved.members.filter(
        ({ email }) => email !== account.email && z.email().safeParse(email).success,
      );
      return { organizationId, name, createdAt: header.createdAt, ...total, members };
    });
    return work.catch((error: unknown) => {
      const cause = databaseErrorOf(error);
      // Data exceptions and violated constraints.
      if (!/^2[23]/.test(cause.code ?? '')) throw error;
      throw refused(`${file} has a row that does not fit: ${errorMessage(cause)}`, error);
    });
  });
}

/** The temporary table in which rows are checked. */
const stagedOf = ({ name }: { name: string }) => ({ schema: 'pg_temp', name: `import_${name}` });

/** What is of the other control plane: its people, its releases, and the addresses of its organizations. */
const adaptations: Readonly<Record<string, string>> = {
  organization: `is_active = true, slug = slug || CASE WHEN EXISTS (
    SELECT FROM public.organization AS other WHERE other.slug = staged.slug) THEN '-' || lower(id) ELSE '' END`,
  apikey: 'created_by = NULL',
  executor_upgrade: 'release_id = (SELECT id FROM executor_release WHERE version = target_version)',
};

/** Tables whose ids hosts choose, so that another organization may have them as well. */
const ofHosts = ['executor', 'node', 'node_operation', 'event'];
/** Too large to search; its ids are looked up only together with the organization. */
const scoped = [...ofHosts, 'audit_action'];

/** Throws ControlPlaneSetupError for a staged row of another organization, or that is here, or replaces one that is. */
async function requireNew(
  client: Client,
  table: OrganizationTable,
  { file, organizationId }: { file: string; organizationId: string },
): Promise<void> {
  const staged = nameOf(stagedOf(table));
  const has = async (rows: string) => ((await client.query(`SELECT FROM ${rows} LIMIT 1`)).rowCount ?? 0) > 0;
  if (await has(`${staged} WHERE (${isOfOrganization(table, organizationId)}) IS NOT TRUE`))
    throw refused(`${file} has a row of another organization in ${table.name}`);
  const clashes = [
    ...(table.columns.includes('id') && !scoped.includes(table.name) ? ['staged.id = present.id'] : []),
    // Its first use would end the key that it replaces.
    ...(table.name === 'apikey' ? ['staged.key = present.key', 'staged.replaces_id = present.id'] : []),
  ];
  for (const clash of clashes)
    if (await has(`${staged} AS staged JOIN ${nameOf(table)} AS present ON ${clash}`))
      throw refused(`a row of ${table.name} in ${file} is here already, or replaces one that is`);
}

async function insertRows(client: Client, table: OrganizationTable): Promise<void> {
  const staged = nameOf(stagedOf(table));
  const adaptation = adaptations[table.name];
  if (adaptation !== undefined) await client.query(`UPDATE ${staged} AS staged SET ${adaptation}`);
  const { counter } = table;
  const columns = table.columns
    .filter((column) => column !== counter)
    .map(escapeIdentifier)
    .join(', ');
  // Audit actions keep their numbers.
  const order = table.columns.includes('sequence') ? 'ORDER BY sequence' : '';
  await client.query(`INSERT INTO ${nameOf(table)} (${columns}) SELECT ${columns} FROM ${staged} ${order}`);
}
