import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ ownProcess: true });
});
afterAll(() => controlPlane?.destroy());

test('invariant 8: a lost connection to PostgreSQL is logged without the secrets of the connection', async () => {
  const { log, lines } = listeningLog();
  await controlPlane.stop();
  const { database, close } = await openDatabase(controlPlane.settings, log);
  // Leaves an idle connection.
  await database.execute('SELECT 1');
  const other = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await other.connect();
  await other.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const line = await until('it is logged', () => lines[0]);
  await Promise.all([other.end(), close()]);
  expect(line).toMatchObject({
    code: '57P01',
    msg: expect.stringContaining('lost a connection to PostgreSQL: terminating'),
  });
  expect(JSON.stringify(lines)).not.toMatch(/secretKey|password/);
});
