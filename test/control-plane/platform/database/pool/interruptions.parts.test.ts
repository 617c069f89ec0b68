import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../../src/control-plane/platform/database/connect.ts';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { TestControlPlane } from '../../../../harness/control-plane.ts';
import { connectionsInUse, waitingForLock } from '../../../../harness/database-connections.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { isSoak } from '../../../../harness/soak.ts';
import { until } from '../../../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../../../setup/postgres.ts';

const interruptions = isSoak() ? 50 : 5;
/** Interval of restarts of the server itself. */
const restartEvery = 5;

describe('a PostgreSQL that is interrupted again and again', { timeout: isSoak() ? 600_000 : 180_000 }, () => {
  let postgres: TestPostgres;
  let controlPlane: TestControlPlane;
  let hosts: TestExecutor[];
  beforeAll(async () => {
    postgres = await startPostgres(new AbortController().signal, { survivesPowerCuts: false });
    controlPlane = await TestControlPlane.start({ postgres: postgres.url, heartbeatSeconds: 60, metrics: true });
    // The number of concurrent users of the database.
    const names = Array.from({ length: shares.agents.perOrganization }, (_, n) => `host-${n}`);
    hosts = await Promise.all(names.map((name) => TestExecutor.withKey(controlPlane, name)));
    for (const host of hosts) await host.sync();
  }, 240_000);
  afterAll(async () => {
    postgres?.signal('SIGCONT');
    await controlPlane?.destroy();
    await postgres?.stop();
  });

  const onDatabase = <T>(work: (client: Client) => Promise<T>) =>
    withConnection(controlPlane.settings.databaseUrl ?? '', work);
  const terminateAll = () =>
    onDatabase((client) =>
      client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      ),
    );
  const isInUse = async () => (await connectionsInUse(controlPlane)) > 0;

  const isBusOpen = async () => {
    const metrics = await fetch(`http://127.0.0.1:${controlPlane.settings.metrics?.port}/metrics`);
    return (await metrics.text()).includes('\nsatrap_bus_connected 1');
  };

  /** Mutations of agents and of people, each in a transaction. */
  const write = (round: number) => [
    ...hosts.map((host) => host.sync({ version: `1.0.${round}` })),
    // The maximum number of keys of an organization.
    ...hosts.slice(0, 3).map(({ name }) =>
      controlPlane.call('mutation($input: ApiKeyCreateInput!) { createApiKey(data: $input) { secret } }', {
        input: { purpose: 'personal', name: `${name} ${round}` },
      }),
    ),
  ];

  test.each([
    ['ends its connections', terminateAll],
    ['restarts', () => postgres.restart('fast')],
    ['crashes', () => postgres.restart('immediate')],
  ])('a PostgreSQL that %s during transactions does not end the control plane', async (what, interrupt) => {
    const locked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const blocker = onDatabase(async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE node IN EXCLUSIVE MODE');
      locked.resolve();
      await over.promise;
    });
    await locked.promise;
    const nodes = [{ id: 'unknown', phase: 'running', since: new Date().toISOString() }];
    const heartbeats = hosts.map((host) => host.sync({ version: what, nodes }));
    await until('every heartbeat waits in its transaction', () =>
      onDatabase(async (client) => (await waitingForLock(client)) === hosts.length),
    );
    await interrupt();
    const answers = await Promise.all(heartbeats);
    over.resolve();
    await Promise.allSettled([blocker]);
    expect(answers.map(({ status, errors }) => [status, errors?.[0]?.extensions?.code])).toEqual(
      Array(hosts.length).fill([503, 'unavailable']),
    );
    for (const host of hosts) {
      await until('its heartbeats are accepted again', async () => (await host.sync()).errors === undefined);
    }
  });

  test('invariant 16: no interruption keeps a connection from being used again', async () => {
    for (let round = 1; round <= interruptions; round++) {
      const written = write(round);
      await (round % restartEvery === 0 ? postgres.restart('fast') : terminateAll());
      await Promise.all(written);
      await until(`no connection is in use after interruption ${round}`, async () => !(await isInUse()));
    }
    await until('it serves again', async () => (await controlPlane.call('{ viewer { role } }')).status === 200);
  });

  test('invariant 16: stops within twenty seconds while PostgreSQL hangs in mutations', async () => {
    postgres.signal('SIGCONT');
    await controlPlane.stop();
    await controlPlane.serve();
    // Keys that are known, so that the mutations get as far as their transactions.
    await until('the bus is open', isBusOpen);
    await Promise.all(hosts.map((host) => host.sync()));
    postgres.signal('SIGSTOP');
    const written = Promise.allSettled(write(0));
    await until('heartbeats are in it', async () => (await connectionsInUse(controlPlane, 'agents')) > 0);
    const startedAt = performance.now();
    await controlPlane.stop();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await written;
    expect(controlPlane.log).toContain('cut off connections to PostgreSQL');
    postgres.signal('SIGCONT');
  });
});
