import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import { requireInit } from '../../nodes/rpc-credentials/require-init.ts';
import { newSecret, readSecret } from '../../people/accounts/secret.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { asc, type Database, eq, or } from '../../platform/database/database.ts';
import { recordCommand } from '../../request/trail/record-action.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { member, organization, user } from '../../tables/accounts.ts';
import { isOfOrganization, readOrganizationTables, settleFormats } from './catalog.ts';
import type { BackupResult } from './create-backup.ts';
import { onDatabase, type Place } from './on-database.ts';
import { reseal } from './reseal.ts';
import { headerOf, jsonFrame, requireFree, tableFrames, writeFrames } from './write-frames.ts';

interface ExportInput {
  /** Id, or name. */
  organization: string;
  file: string;
}

export interface ExportResult extends BackupResult {
  organizationId: string;
  name: string;
}

/** Replicas forget a key within two seconds, and a request waits up to five for a connection. */
const defaultSettleMs = 8000;

/**
 * Deactivates an organization, so that nothing changes after its file was written and only one control plane can drive
 * its hosts, and writes it. The file has a secret of its own: it gives no access to other organizations.
 */
export async function exportOrganization(
  settings: Place,
  { organization: named, file }: ExportInput,
  log: Logger,
  settleMs = defaultSettleMs,
): Promise<ExportResult> {
  requireFree(file);
  const own = readSecret(settings.dataDir);
  const secret = newSecret();
  return onDatabase(settings, log, async (client) => {
    const database = drizzle(client);
    const header = await headerOf(client);
    await requireInit(database, own, settings.dataDir);
    const { id, name } = await deactivate(database, named, settleMs);
    await settleFormats(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      // Rolled back: only the file has these.
      await reseal(database, id, { from: own, to: secret });
      const members = await database
        .select({ email: user.email, role: member.role })
        .from(member)
        .innerJoin(user, eq(user.id, member.userId))
        .where(eq(member.organizationId, id))
        .orderBy(asc(user.email));
      const total = await writeFrames(file, async function* (total) {
        yield jsonFrame('h', { ...header, secret: secret.text, organization: { id, name, members } });
        for (const table of await readOrganizationTables(client))
          yield* tableFrames(client, table, total, isOfOrganization(table, id));
      });
      return { file, organizationId: id, name, ...total };
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

async function deactivate(database: Database, named: string, settleMs: number) {
  const found = await database
    .select()
    .from(organization)
    .where(or(eq(organization.id, named), eq(organization.name, named)));
  const [chosen] = found;
  if (chosen === undefined) throw new ControlPlaneSetupError(`no organization ${named}`);
  const { id, name, isActive } = chosen;
  if (found.length > 1) {
    const ids = found.map((each) => each.id).join(', ');
    throw new ControlPlaneSetupError(`${found.length} organizations are called ${named}; give an id: ${ids}`);
  }
  await database.transaction(async (transaction) => {
    await transaction.update(organization).set({ isActive: false }).where(eq(organization.id, id));
    await publish(transaction, { kind: 'organization-switched', organizationId: id, isActive: false });
    const target = { type: 'organization', id, name };
    await recordCommand(transaction, { organizationId: id, action: 'exportOrganization', target });
  });
  if (isActive) await delay(settleMs);
  return { id, name };
}
