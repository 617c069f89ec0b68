import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { makeDatabase } from './server-database.ts';

export interface OwnedDatabase {
  /** With the owner's role. */
  databaseUrl: string;
  /** The same database with the server's own role. */
  adminUrl: string;
  role: string;
  drop: () => Promise<void>;
}

/** Creates an empty database whose owner has no other rights, as on managed servers. */
export async function makeOwnedDatabase(server: string): Promise<OwnedDatabase> {
  const made = await makeDatabase(server);
  const name = new URL(made.databaseUrl).pathname.slice(1);
  const password = randomBytes(16).toString('hex');
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await execute(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'; ALTER DATABASE ${name} OWNER TO ${name}`);
  const url = new URL(made.databaseUrl);
  url.username = name;
  url.password = password;
  const drop = async () => {
    await made.drop();
    await execute(`DROP ROLE ${name}`);
  };
  return { databaseUrl: url.href, adminUrl: made.databaseUrl, role: name, drop };
}
