import {
  nameOf,
  readMigrations,
  readPartitions,
  readSequences,
  readTables,
} from '../../src/control-plane/commands/backup/catalog.ts';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';

/** The contents of a database: the rows of each table in a fixed order, and other objects. */
export const databaseContents = (url: string): Promise<Record<string, unknown>> =>
  withConnection(url, async (client) => {
    const contents: Record<string, unknown> = {
      migrations: await readMigrations(client),
      sequences: await readSequences(client),
      partitions: await readPartitions(client),
      rules: (
        await client.query(`
          SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
          WHERE conrelid <> 0 AND connamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text || ' ' || pg_get_triggerdef(oid) FROM pg_trigger
          WHERE NOT tgisinternal
          UNION ALL SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
          WHERE indrelid >= 16384 AND indrelid::regclass::text NOT LIKE 'pg_toast.%' ORDER BY 1, 2, 3`)
      ).rows,
    };
    for (const table of await readTables(client)) {
      const { rows } = await client.query(`SELECT to_jsonb(t)::text AS row FROM ${nameOf(table)} t ORDER BY 1`);
      contents[nameOf(table)] = rows.map(({ row }) => row);
    }
    return contents;
  });

/** The same without what backups and restores record: audit log entries, the last one's record, and their own state. */
export async function contentsWithoutCopies(url: string): Promise<Record<string, unknown>> {
  const contents = await databaseContents(url);
  const log = '"public"."audit_action"';
  const isCopy = (row: string) => ['backup', 'restore'].includes(JSON.parse(row).action);
  const { '"public"."audit_head"': _heads, '"public"."backup_state"': _backups, ...others } = contents;
  return {
    ...others,
    [log]: (contents[log] as string[]).filter((row) => !isCopy(row)),
  };
}
