import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { openServer } from '../../../../src/control-plane/platform/database/open.ts';
import { Share } from '../../../../src/control-plane/platform/database/pool/share.ts';
import { shares } from '../../../../src/control-plane/platform/database/pool/shares.ts';
import { ControlPlaneSetupError } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { makeOwnedDatabase } from '../../../harness/owned-database.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const server = sharedServerDatabase();

async function expectRefusal(databaseUrl: string, said: string): Promise<void> {
  const error = await openServer(databaseUrl, quiet).then(
    ({ close }) => close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ControlPlaneSetupError);
  expect(String(error)).toContain(said);
  expect(String(error)).not.toContain('wrong');
}

test('a PostgreSQL that cannot be used is refused with what to do', async () => {
  const changed = (change: object) => Object.assign(new URL(server.databaseUrl), change).href;
  await expectRefusal(changed({ pathname: '/missing' }), 'does not exist (');
  await expectRefusal(changed({ password: 'wrong' }), 'rejects the user of DATABASE_URL');
  const standby = '?options=-c%20default_transaction_read_only%3Don';
  await expectRefusal(changed({ search: standby }), 'name the primary, not a standby');
  await expectRefusal('notaurl', 'must look like postgres://');
});

test('who finds PostgreSQL without a free connection waits for one of our own', async () => {
  const owned = await makeOwnedDatabase(inject('postgresUrl'));
  onTestFinished(owned.drop);
  await withConnection(owned.adminUrl, (client) => client.query(`ALTER ROLE ${owned.role} CONNECTION LIMIT 1`));
  const nobody = { organizationId: null, callerId: null };
  const share = new Share(owned.databaseUrl, shares.agents, quiet);
  onTestFinished(async () => void (await share.close()));
  const first = await share.borrow(nobody);
  const second = share.borrow(nobody);
  const outcome = second.then(
    () => 'served',
    (error: Error) => error.message,
  );
  expect(await Promise.race([outcome, delay(500, 'waits')])).toBe('waits');
  first.giveBack(false);
  expect(await outcome).toBe('served');
  (await second).giveBack(false);
});

test('settings of the role change nothing that statements rely on', async () => {
  const owned = await makeOwnedDatabase(inject('postgresUrl'));
  onTestFinished(owned.drop);
  const settings = {
    ...{ search_path: 'pg_temp', DateStyle: 'German', IntervalStyle: 'iso_8601', TimeZone: 'Asia/Kathmandu' },
    ...{ bytea_output: 'escape', default_transaction_isolation: 'serializable', lock_timeout: '1ms' },
    statement_timeout: '1s',
  };
  await withConnection(owned.adminUrl, async (client) => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`ALTER ROLE ${owned.role} SET ${name} = '${value}'`);
  });
  const { database, close } = await openServer(owned.databaseUrl, quiet);
  onTestFinished(close);
  const show = Object.keys(settings).map((name) => `current_setting('${name}') AS "${name}"`);
  const { rows } = (await database.execute(`SELECT ${show.join()}`)) as unknown as { rows: unknown[] };
  expect(rows).toEqual([
    {
      ...{ search_path: 'public', DateStyle: 'ISO, YMD', IntervalStyle: 'postgres', TimeZone: 'UTC' },
      ...{ bytea_output: 'hex', default_transaction_isolation: 'read committed', lock_timeout: '0' },
      statement_timeout: '30s',
    },
  ]);
});

test('a start waits for another one that migrates, and says for which', async () => {
  const { log, lines } = listeningLog();
  await withConnection(server.databaseUrl, async (client) => {
    const { rows } = await client
      .query('BEGIN; SELECT pg_advisory_xact_lock(7238461905)')
      .then(() => client.query('SELECT pg_backend_pid() AS pid'));
    const opening = openServer(server.databaseUrl, log);
    await until('it says that it waits', () => lines[0], 20_000);
    expect(lines[0]?.msg).toContain(`another replica (PostgreSQL process ${rows[0].pid})`);
    await client.query('COMMIT');
    await (await opening).close();
  });
});

test('invariant 8: logs a lost PostgreSQL connection without its secrets', async () => {
  const { log, lines } = listeningLog();
  const { database, close } = await openServer(server.databaseUrl, log);
  // Leaves an idle connection.
  await database.execute('SELECT 1');
  await withConnection(server.databaseUrl, (client) =>
    client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    ),
  );
  const line = await until('it is logged', () => lines[0]);
  await close();
  expect(line).toMatchObject({
    code: '57P01',
    msg: expect.stringContaining('lost a connection to PostgreSQL: terminating'),
  });
  expect(JSON.stringify(lines)).not.toMatch(/secretKey|password/);
});

// Last, because no other can open it afterwards.
test('a database that a later release has migrated is refused with what to do', async () => {
  await withConnection(server.databaseUrl, (client) =>
    client.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT 'later', max(created_at) + 1 FROM drizzle.__drizzle_migrations",
    ),
  );
  await expectRefusal(server.databaseUrl, 'a later release of Satrap has migrated this database; start that release');
});
