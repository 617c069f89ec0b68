import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isDatabaseAway } from '../../../../../src/control-plane/platform/database/connection-fault.ts';
import { sql } from '../../../../../src/control-plane/platform/database/database.ts';
import { openServer } from '../../../../../src/control-plane/platform/database/open.ts';
import { quiet } from '../../../../harness/control-plane.ts';
import { sharedClient, sharedControlPlane } from '../../../../harness/shared-control-plane.ts';
import { until } from '../../../../harness/until.ts';

const controlPlane = sharedControlPlane();
const client = sharedClient(() => controlPlane.settings.databaseUrl);
/** Milliseconds of each statement. */
const spent: number[] = [];
beforeEach(() => void spent.splice(0));

async function open() {
  const { databaseFor, close } = await openServer(controlPlane.settings.databaseUrl ?? '', quiet);
  onTestFinished(close);
  return databaseFor({ share: 'people', onSpent: (ms) => void spent.push(ms) });
}

test('a statement costs its caller the time that the database worked on it', async () => {
  await (await open()).execute(sql`SELECT pg_sleep(0.05)`);
  expect(spent).toHaveLength(1);
  expect(spent[0]).toBeGreaterThan(40);
});

test('a statement that the database refuses costs its time', async () => {
  await expect((await open()).execute(sql`SELECT 1 / 0`)).rejects.toThrow();
  expect(spent).toHaveLength(1);
});

test.each(['a statement', 'a transaction'])('%s whose connection is lost costs its caller nothing', async (what) => {
  const database = await open();
  const sleep = sql`SELECT pg_sleep(4)`;
  const running =
    what === 'a statement' ? database.execute(sleep) : database.transaction((begun) => begun.execute(sleep));
  const ended = expect(running).rejects.toSatisfy(isDatabaseAway);
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
    AND state = 'active' AND query LIKE '%pg_sleep(4)%' AND pid <> pg_backend_pid()`;
  const before = await until('the statement runs', async () => {
    const quick = spent.length;
    return ((await client.query(terminate)).rowCount ?? 0) > 0 && { quick };
  });
  await ended;
  expect(spent).toHaveLength(before.quick);
});
