import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { sql } from '../../../../src/control-plane/platform/database/database.ts';
import { openServer } from '../../../../src/control-plane/platform/database/open.ts';
import { shares } from '../../../../src/control-plane/platform/database/pool/shares.ts';
import { serveControlPlane } from '../../../../src/control-plane/serve.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { freePort } from '../../../harness/free-port.ts';
import { dataOf, post } from '../../../harness/graphql.ts';
import { type Pooler, startPooler as startPoolerHere } from '../../../harness/pooler.ts';
import { makeDatabase } from '../../../harness/server-database.ts';
import { isSoak } from '../../../harness/soak.ts';
import { startPoolerMachine } from '../../../machine/pooler-machine.ts';

let controlPlane: TestControlPlane;
/** With the PgBouncer of Debian 13; that of this host is Debian 12's. */
let machine: Awaited<ReturnType<typeof startPoolerMachine>> | undefined;
let startPooler = startPoolerHere;
const poolers = {} as Record<'session' | 'transaction', Pooler>;

beforeAll(async () => {
  if (isSoak()) {
    machine = await startPoolerMachine(inject('postgresUrl'));
    ({ startPooler } = machine);
  }
  controlPlane = await TestControlPlane.start();
  const { databaseUrl = '' } = controlPlane.settings;
  for (const mode of ['session', 'transaction'] as const) poolers[mode] = await startPooler(databaseUrl, mode);
}, 600_000);
afterAll(async () => {
  for (const pooler of Object.values(poolers)) await pooler.stop();
  await controlPlane?.destroy();
  await machine?.dispose();
});

const direct = () => controlPlane.settings.databaseUrl ?? '';
const open = async (mode: 'session' | 'transaction') => {
  const directDatabaseUrl = mode === 'transaction' ? direct() : undefined;
  const opened = await openServer(poolers[mode].url, quiet, undefined, { directDatabaseUrl });
  onTestFinished(opened.close);
  return opened;
};

if (isSoak())
  test('the pooler is that of Debian 13', async () => {
    expect(await machine?.version()).toMatch(/^PgBouncer 1\.24/);
  });

test('a pooler by transaction is refused without the direct URL that it needs', async () => {
  await expect(openServer(poolers.transaction.url, quiet)).rejects.toThrow(
    /pools by transaction.*set DIRECT_DATABASE_URL/,
  );
});

test.each(['with', 'without'])('a pooler by statement is refused %s a direct URL', async (which) => {
  const pooler = await startPooler(direct(), 'statement');
  onTestFinished(() => pooler.stop());
  const directDatabaseUrl = which === 'with' ? direct() : undefined;
  await expect(openServer(pooler.url, quiet, undefined, { directDatabaseUrl })).rejects.toThrow(
    /DATABASE_URL pools by statement.*set its pool_mode/,
  );
});

test('a direct URL of another database is refused', async () => {
  const other = await makeDatabase(inject('postgresUrl'));
  onTestFinished(other.drop);
  const options = { directDatabaseUrl: direct() };
  await expect(openServer(other.databaseUrl, quiet, undefined, options)).rejects.toThrow(
    /DATABASE_URL and DIRECT_DATABASE_URL lead to different databases/,
  );
});

test('a start through a pooler leaves no lock behind', async () => {
  for (const mode of ['session', 'transaction'] as const) await (await open(mode)).close();
  const locks = await withConnection(direct(), (client) =>
    client.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    ),
  );
  expect(locks.rowCount).toBe(0);
});

describe.each(['session', 'transaction'] as const)('through a pooler by %s', (mode) => {
  test('a replica serves, with prepared statements, transactions and jobs', async () => {
    const served = await serveControlPlane(
      {
        ...controlPlane.settings,
        databaseUrl: poolers[mode].url,
        directDatabaseUrl: mode === 'transaction' ? direct() : undefined,
        port: await freePort(),
        metrics: undefined,
      },
      quiet,
    );
    onTestFinished(() => served.close());
    const ask = async (query: string) =>
      dataOf(await post(served.url, { authorization: `Bearer ${controlPlane.personalKey}` }, query, {}));
    for (let round = 0; round < 5; round++) await ask('{ viewer { __typename } }');
    await ask(`mutation { createApiKey(data: { purpose: personal, name: "${mode}" }) { secret } }`);
    expect(JSON.stringify(await ask('{ auditActions(filter: { take: 1 }) { nodes { action } } }'))).toContain(
      'createApiKey',
    );
    expect(await (await fetch(new URL('/readyz', served.url))).text()).toBe('ready\n');
  });

  test('a replica hears what others publish', async () => {
    const { listen } = await open(mode);
    const heard = Promise.withResolvers<string>();
    const stop = new AbortController();
    const notify = () =>
      void withConnection(direct(), (client) => client.query("SELECT pg_notify('test', 'published')"));
    const listening = listen({ channel: 'test', onOpen: notify, onPayload: heard.resolve }, stop.signal);
    expect(await heard.promise).toBe('published');
    stop.abort();
    await listening;
  });

  test('a statement ends at the limit of its share', async () => {
    const { databaseFor } = await open(mode);
    const people = databaseFor({ share: 'people' });
    const limit = async (database = people) =>
      (await database.execute(sql`SHOW statement_timeout`)) as unknown as { rows: { statement_timeout: string }[] };
    const { statementTimeoutMs, transactionStatementTimeoutMs } = shares.people;
    expect((await limit()).rows).toEqual([{ statement_timeout: `${statementTimeoutMs / 1000}s` }]);
    const within = await people.transaction((transaction) => limit(transaction));
    expect(within.rows).toEqual([{ statement_timeout: `${transactionStatementTimeoutMs / 1000}s` }]);
  });

  test('an abort ends its own statement, and no other', async () => {
    const { databaseFor } = await open(mode);
    const abort = new AbortController();
    const other = databaseFor({ share: 'jobs' }).execute(sql`SELECT pg_sleep(1)`);
    const mine = databaseFor({ share: 'people', signal: abort.signal }).execute(sql`SELECT pg_sleep(4)`);
    const startedAt = performance.now();
    setTimeout(() => abort.abort(), 200);
    await expect(mine).rejects.toMatchObject({ cause: { code: '57014' } });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await expect(other).resolves.toBeDefined();
  });
});
