import { sql } from 'drizzle-orm';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { alertIncident } from '../../src/control-plane/tables/incidents.ts';

/** Stores an incident, replacing one that the rules found meanwhile on a slow machine, and returns its id. */
export async function insertIncident(database: Database, row: typeof alertIncident.$inferInsert): Promise<string> {
  const [stored] = await database
    .insert(alertIncident)
    .values(row)
    .onConflictDoUpdate({
      target: [alertIncident.organizationId, alertIncident.code, alertIncident.subjectId],
      targetWhere: sql`status <> 'closed'`,
      set: row,
    })
    .returning({ id: alertIncident.id });
  if (stored === undefined) throw new Error('the incident was not stored');
  return stored.id;
}
