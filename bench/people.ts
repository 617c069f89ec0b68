import pg from 'pg';
import { createApiKey } from '../src/control-plane/people/accounts/api-keys.ts';
import { openDatabase } from '../src/control-plane/platform/database/open.ts';
import { quiet, type TestControlPlane } from '../test/harness/control-plane.ts';

/** Adds members to the organization of a control plane on PostgreSQL, and returns a personal key of each. */
export async function memberKeys({ made, settings }: TestControlPlane, count: number): Promise<string[]> {
  const { organizationId } = made;
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  const { database, close } = await openDatabase(settings, quiet);
  try {
    const keys: string[] = [];
    for (let n = 0; n < count; n++) {
      const userId = `member-${n}`;
      await client.query(`INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1 || '@example.com')`, [userId]);
      await client.query(`INSERT INTO member (id, organization_id, user_id, role) VALUES ($1, $2, $1, 'member')`, [
        userId,
        organizationId,
      ]);
      keys.push((await createApiKey(database, { userId, organizationId, purpose: 'personal', name: 'bench' })).secret);
    }
    return keys;
  } finally {
    await close();
    await client.end();
  }
}
