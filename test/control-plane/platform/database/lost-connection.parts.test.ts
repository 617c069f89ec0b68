import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shares } from '../../../../src/control-plane/platform/database/pool/shares.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { until } from '../../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../../setup/postgres.ts';

describe('a PostgreSQL that goes away', () => {
  let postgres: TestPostgres;
  let controlPlane: TestControlPlane;
  let hosts: TestExecutor[];

  beforeAll(async () => {
    postgres = await startPostgres(new AbortController().signal);
    controlPlane = await TestControlPlane.start({ ownProcess: true, postgres: postgres.url, heartbeatSeconds: 60 });
    hosts = await Promise.all(
      // The number of concurrent users of the database.
      Array.from({ length: shares.agents.perOrganization }, (_, n) => TestExecutor.withKey(controlPlane, `host-${n}`)),
    );
    for (const host of hosts) await host.sync();
  }, 60_000);
  afterAll(async () => {
    await controlPlane?.destroy();
    await postgres?.stop();
  });

  const connect = async () => {
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const terminateAll = async () => {
    const client = await connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  };

  test.each([
    ['ends its connections', terminateAll],
    ['restarts', () => postgres.restart('fast')],
    ['crashes', () => postgres.restart('immediate')],
  ])('a PostgreSQL that %s in the middle of transactions does not end the control plane', async (what, interrupt) => {
    const blocker = await connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE node IN EXCLUSIVE MODE');
    const nodes = [{ id: 'unknown', phase: 'running', since: new Date().toISOString() }];
    const heartbeats = hosts.map((host) => host.sync({ version: what, nodes }));
    const observer = await connect();
    await until('every heartbeat waits in its transaction', async () => {
      const { rows } = await observer.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return rows.length === hosts.length;
    });
    await interrupt();
    const answers = await Promise.all(heartbeats);
    await Promise.allSettled([blocker.end(), observer.end()]);
    expect(controlPlane.isServing).toBe(true);
    expect(answers.map(({ status, errors }) => [status, errors?.[0]?.extensions?.code])).toEqual(
      Array(hosts.length).fill([503, 'unavailable']),
    );
    for (const host of hosts) {
      await until('its heartbeats are accepted again', async () => (await host.sync()).errors === undefined);
    }
  });
});
