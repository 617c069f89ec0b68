import { randomBytes } from 'node:crypto';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { makeDatabase } from './server-database.ts';

export type OwnedDatabase = Awaited<ReturnType<typeof makeOwnedDatabase>>;

/** Creates an empty database whose owner has no other rights, as on managed servers. */
export async function makeOwnedDatabase(server: string) {
  const made = await makeDatabase(server);
  const name = new URL(made.databaseUrl).pathname.slice(1);
  const password = randomBytes(16).toString('hex');
  const execute = (statement: string) => withConnection(server, (client) => client.query(statement));
  await execute(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'; ALTER DATABASE ${name} OWNER TO ${name}`);
  const url = Object.assign(new URL(made.databaseUrl), { username: name, password });
  const drop = async () => {
    await made.drop();
    await execute(`DROP ROLE ${name}`);
  };
  return { databaseUrl: url.href, adminUrl: made.databaseUrl, role: name, drop };
}
