import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterPath } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { TestControlPlane } from '../../../../harness/control-plane.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { signalServer } from '../../../../harness/kill-server.ts';
import { isSoak } from '../../../../harness/soak.ts';
import { until } from '../../../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../../../setup/postgres.ts';

const interruptions = isSoak() ? 50 : 10;
/** Interval of restarts of the server itself. */
const restartEvery = 5;

const connectionsOf = async ({ settings }: TestControlPlane) => {
  const text = await (await fetch(`http://127.0.0.1:${settings.metrics?.port}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{share="\\w+"\\} (\\d+)$`, 'gm'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return { total: sum('satrap_database_connections'), idle: sum('satrap_database_idle_connections') };
};

const isInUse = async (controlPlane: TestControlPlane) => {
  const { total, idle } = await connectionsOf(controlPlane);
  return total > idle;
};

/** Mutations of agents and of people, each in a transaction. */
const write = (controlPlane: TestControlPlane, hosts: readonly TestExecutor[], round: number) => [
  ...hosts.map((host) => host.sync({ version: `1.0.${round}` })),
  // The maximum number of keys of an organization.
  ...hosts.slice(0, 3).map(({ name }) =>
    controlPlane.call('mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }', {
      input: { purpose: 'personal', name: `${name} ${round}` },
    }),
  ),
];

const makeHosts = (controlPlane: TestControlPlane) =>
  Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => TestExecutor.withKey(controlPlane, name)));

describe('a PostgreSQL that is interrupted again and again', { timeout: isSoak() ? 600_000 : 180_000 }, () => {
  let postgres: TestPostgres;
  let controlPlane: TestControlPlane;
  beforeAll(async () => {
    postgres = await startPostgres(new AbortController().signal);
    controlPlane = await TestControlPlane.start({
      ownProcess: true,
      postgres: postgres.url,
      heartbeatSeconds: 60,
      metrics: true,
    });
  }, 240_000);
  afterAll(async () => {
    postgres?.signal('SIGCONT');
    await controlPlane?.destroy();
    await postgres?.stop();
  });

  const terminateAll = async () => {
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  };

  test('invariant 16: no interruption keeps a connection from being used again, and SIGTERM ends the process with code 0', async () => {
    const hosts = await makeHosts(controlPlane);
    for (let round = 1; round <= interruptions; round++) {
      const written = write(controlPlane, hosts, round);
      await (round % restartEvery === 0 ? postgres.restart('fast') : terminateAll());
      await Promise.all(written);
      await until(`no connection is in use after interruption ${round}`, async () => !(await isInUse(controlPlane)));
    }
    await until('it serves again', async () => (await controlPlane.call('{ viewer { role } }')).status === 200);
    expect(await controlPlane.stop()).toBe(0);
    await controlPlane.serve();
  });

  test('invariant 16: SIGTERM ends the process with code 0 while PostgreSQL stands still with mutations in it', async () => {
    const hosts = await makeHosts(controlPlane);
    await Promise.all(hosts.map((host) => host.sync()));
    postgres.signal('SIGSTOP');
    const written = Promise.allSettled(write(controlPlane, hosts, 0));
    await until('mutations are in it', () => isInUse(controlPlane));
    expect(await controlPlane.stop()).toBe(0);
    await written;
    expect(controlPlane.log).toContain('cut off connections to PostgreSQL');
    postgres.signal('SIGCONT');
  });
});

describe('an embedded database that stands still', { timeout: 120_000 }, () => {
  let controlPlane: TestControlPlane;
  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ embedded: true, heartbeatSeconds: 60, metrics: true });
  }, 240_000);
  afterAll(() => controlPlane?.destroy());

  test('invariant 16: SIGTERM ends the control plane with code 0, and what was acknowledged is there afterwards', async () => {
    const hosts = await makeHosts(controlPlane);
    await Promise.all(hosts.map((host) => host.sync()));
    signalServer(clusterPath(controlPlane.settings.dataDir), 'SIGSTOP');
    const written = Promise.allSettled(write(controlPlane, hosts, 0));
    await until('mutations are in it', () => isInUse(controlPlane));
    expect(await controlPlane.stop()).toBe(0);
    await written;
    await controlPlane.serve();
    const { executors } = await controlPlane.ask('{ executors { name } }');
    expect(executors).toHaveLength(hosts.length);
  });
});
