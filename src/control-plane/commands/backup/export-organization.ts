import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { requireInit } from '../../nodes/rpc-credentials/require-init.ts';
import { newSecret, readSecret, type Secret } from '../../people/accounts/secret.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { asc, type Database, eq, or } from '../../platform/database/database.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { member, type OrganizationRow, organization, user } from '../../tables/accounts.ts';
import { isOfOrganization, readOrganizationTables, settleFormats } from './catalog.ts';
import type { BackupResult } from './create-backup.ts';
import { onDatabase, type Place } from './on-database.ts';
import { reseal } from './reseal.ts';
import { headerOf, jsonFrame, requireFree, tableFrames, writeFrames } from './write-frames.ts';

export interface ExportResult extends BackupResult {
  organizationId: string;
  name: string;
}

/** Replicas forget a key within two seconds, and a request waits up to five for a connection. */
const defaultSettleMs = 8000;

/**
 * Deactivates an organization, so that nothing changes after its file was written and only one control plane can drive
 * its hosts, and writes it. `organization` is an id or a name. A failed export ends as if there had been none.
 */
export async function exportOrganization(
  settings: Place,
  { organization: named, file }: { organization: string; file: string },
  log: Logger,
  settleMs = defaultSettleMs,
): Promise<ExportResult> {
  requireFree(file);
  const own = readSecret(settings.dataDir);
  const chosen = await onDatabase(settings, log, async (client) => {
    await headerOf(client);
    const database = drizzle(client);
    await requireInit(database, own, settings.dataDir);
    return deactivate(database, named);
  });
  try {
    if (chosen.isActive) await delay(settleMs);
    return await onDatabase(settings, log, (client) => write(client, { own, chosen, file }));
  } catch (error) {
    if (chosen.isActive) await onDatabase(settings, log, (client) => setActive(drizzle(client), chosen.id, true));
    throw error;
  }
}

async function deactivate(database: Database, named: string): Promise<OrganizationRow> {
  const isNamed = or(eq(organization.id, named), eq(organization.name, named));
  const [chosen, another] = await database.select().from(organization).where(isNamed);
  if (chosen === undefined) throw new ControlPlaneSetupError(`no organization ${named}`);
  if (another !== undefined) throw new ControlPlaneSetupError(`several organizations are called ${named}; give an id`);
  const { id, name } = chosen;
  await setActive(database, id, false);
  const target = { type: 'organization', id, name };
  await recordCommand(database, { organizationId: id, action: 'exportOrganization', target });
  return chosen;
}

const setActive = (database: Database, organizationId: string, isActive: boolean): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.update(organization).set({ isActive }).where(eq(organization.id, organizationId));
    await publish(transaction, { kind: 'organization-switched', organizationId, isActive });
  });

/** Writes the file, with a secret of its own, which gives no access to other organizations. */
async function write(
  client: Client,
  { own, chosen: { id, name }, file }: { own: Secret; chosen: OrganizationRow; file: string },
): Promise<ExportResult> {
  const [database, secret] = [drizzle(client), newSecret()];
  await settleFormats(client);
  // Rolled back at the end of the connection: only the file has what is sealed again.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reseal(database, id, { from: own, to: secret });
  const members = await database
    .select({ email: user.email, role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.organizationId, id))
    .orderBy(asc(user.email));
  async function* frames() {
    yield jsonFrame('h', { ...(await headerOf(client)), secret: secret.text, organization: { id, name, members } });
    for (const table of await readOrganizationTables(client))
      yield* tableFrames(client, table, isOfOrganization(table, id));
  }
  return { file, organizationId: id, name, ...(await writeFrames(file, frames())) };
}
