import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { nameOf, readOrganizationTables, settleFormats } from '../../src/control-plane/commands/backup/catalog.ts';
import type { BackupHeader } from '../../src/control-plane/commands/backup/header.ts';
import { headerOf, jsonFrame, tableFrames, writeFrames } from '../../src/control-plane/commands/backup/write-frames.ts';
import { newSecret, type Secret } from '../../src/control-plane/people/accounts/secret.ts';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { scratchFolder } from './scratch-folder.ts';

/**
 * Writes an organization's file as a hostile maker would: with all rows that `fill` inserts, which go to temporary tables
 * without constraints. Returns its path.
 */
export const organizationFile = (
  databaseUrl: string,
  organization: BackupHeader['organization'],
  fill: (database: Database, secret: Secret) => Promise<unknown>,
): Promise<string> =>
  withConnection(databaseUrl, async (client) => {
    await settleFormats(client);
    const [header, tables, secret] = [await headerOf(client), await readOrganizationTables(client), newSecret()];
    for (const table of tables)
      await client.query(`CREATE TEMPORARY TABLE ${table.name} (LIKE ${nameOf(table)} INCLUDING DEFAULTS)`);
    await fill(drizzle(client), secret);
    const file = join(scratchFolder('organization'), 'file');
    async function* frames() {
      yield jsonFrame('h', { ...header, secret: secret.text, organization });
      for (const table of tables)
        for await (const frame of tableFrames(client, { ...table, schema: 'pg_temp' }))
          yield frame.kind === 't' ? jsonFrame('t', table) : frame;
    }
    await writeFrames(file, frames());
    return file;
  });
