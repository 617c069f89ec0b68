import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

describe('several agents that take over an executor at once', () => {
  let controlPlane: TestControlPlane;
  let key: string;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
    key = await controlPlane.key('executor');
  });
  afterAll(() => controlPlane?.destroy());

  test('of several agents that ask for an offline executor in the same moment, exactly one gets it', async () => {
    const agent = () => new TestExecutor(controlPlane, key, 'contested');
    await agent().sync();
    await whileDown(controlPlane, (database) => database.execute('UPDATE executor SET online = false'));
    const blocker = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    const observer = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await Promise.all([blocker.connect(), observer.connect()]);
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM executor FOR UPDATE');
    const agents = [agent(), agent(), agent()];
    const asked = Promise.all(agents.map((one) => one.sync()));
    // Two at once have a connection of the same key; the third one waits for theirs.
    await until('two agents wait for the executor', async () => {
      const { rows } = await observer.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length === 2;
    });
    await blocker.query('COMMIT');
    const codes = (await asked).map(codeOf);
    await Promise.all([blocker.end(), observer.end()]);
    expect(codes.toSorted()).toEqual(['executor_name_in_use', 'executor_name_in_use', undefined]);
    // The one that got it is also the one that keeps it.
    const next = await Promise.all(agents.map((one) => one.sync()));
    expect(next.map(codeOf)).toEqual(codes);
  });
});
