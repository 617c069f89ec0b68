import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceRollout } from '../../../../src/control-plane/fleet/rollouts/advance-rollout.ts';
import { transact } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { release } from '../../../harness/release.ts';
import { until } from '../../../harness/until.ts';
import { UpgradableHost } from '../../../harness/upgradable-host.ts';

let controlPlane: TestControlPlane;
let client: pg.Client;
let hosts = 0;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 300 });
  client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  await controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: release('1.1.0'),
  });
});
afterAll(async () => {
  await client?.end();
  await controlPlane?.destroy();
});

const newHosts = (count: number): Promise<UpgradableHost[]> =>
  Promise.all(Array.from({ length: count }, () => UpgradableHost.make(controlPlane, `host-${++hosts}`)));
const begin = async (members: readonly UpgradableHost[], groupSize = 1): Promise<string> => {
  const data = { executorIds: members.map(({ id }) => id), targetVersion: '1.1.0', groupSize };
  const document = 'mutation($data: UpgradeRolloutStartInput!) { startUpgradeRollout(data: $data) { id } }';
  return (await controlPlane.ask(document, { data })).startUpgradeRollout.id;
};
const untilFinished = (id: string, on = controlPlane) =>
  until('the rollout has finished', async () => {
    const document = 'query($id: ID!) { upgradeRollout(where: { id: $id }) { state } }';
    return (await on.ask(document, { id })).upgradeRollout.state === 'finished';
  });
/** Number of requests per executor. */
const timesAsked = async (members: readonly UpgradableHost[]): Promise<number[]> => {
  const ids = members.map(({ id }) => id);
  const { rows } = await client.query(
    'SELECT executor_id AS id, count(*)::int AS times FROM executor_upgrade WHERE executor_id = ANY($1) GROUP BY 1',
    [ids],
  );
  const times = new Map(rows.map(({ id, times: asked }) => [id, asked]));
  return ids.map((id) => times.get(id) ?? 0);
};

test('a rollout goes on after the control plane was restarted, with what agents did meanwhile', async () => {
  const members = (await newHosts(2)) as [UpgradableHost, UpgradableHost];
  const [a, b] = members;
  const id = await begin(members);
  await a.asked();
  await controlPlane.stop();
  await controlPlane.serve();
  expect(await b.sync()).toBeNull();
  await a.become();
  await b.become();
  await untilFinished(id);
  expect(await timesAsked(members)).toEqual([1, 1]);
});

test('killed after it has asked and before that is committed, the control plane asks once', async () => {
  const members = (await newHosts(3)) as [UpgradableHost, UpgradableHost, UpgradableHost];
  // Blocks the rollout's transaction after its requests to all three of them.
  await client.query(`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
    CREATE TRIGGER hold_up BEFORE UPDATE ON upgrade_rollout FOR EACH ROW EXECUTE FUNCTION hold_up();
    SELECT pg_advisory_lock(4711);`);
  const id = await begin(members, 3);
  await until('the transaction is held up', async () => {
    const { rows } = await client.query(
      "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711",
    );
    return rows.length > 0;
  });
  await controlPlane.stop('SIGKILL');
  await client.query('SELECT pg_advisory_unlock(4711)');
  await until('nothing of it is left', async () => {
    const { rows } = await client.query(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()',
    );
    return rows.length === 0;
  });
  await client.query('DROP TRIGGER hold_up ON upgrade_rollout; DROP FUNCTION hold_up');
  expect(await timesAsked(members)).toEqual([0, 0, 0]);
  await controlPlane.serve();
  for (const host of members) await host.become();
  await untilFinished(id);
  expect(await timesAsked(members)).toEqual([1, 1, 1]);
});

test('however many replicas go on with a rollout at once, each member is asked once', async () => {
  const members = await newHosts(4);
  const { database, close } = await openDatabase(controlPlane.settings, quiet);
  try {
    const id = await begin(members, 2);
    const together = () =>
      Promise.all(
        Array.from({ length: 8 }, () => transact(database, (transaction) => advanceRollout(transaction, id, 30))),
      );
    await together();
    expect(await timesAsked(members)).toEqual([1, 1, 0, 0]);
    for (const host of members.slice(0, 2)) await host.become();
    await together();
    expect(await timesAsked(members)).toEqual([1, 1, 1, 1]);
    for (const host of members.slice(2)) await host.become();
    await untilFinished(id);
    expect(await timesAsked(members)).toEqual([1, 1, 1, 1]);
  } finally {
    await close();
  }
});

test('another replica goes on with a rollout when the one that drove it is killed', async () => {
  const members = (await newHosts(2)) as [UpgradableHost, UpgradableHost];
  const [a, b] = members;
  const other = await controlPlane.startBeside();
  try {
    const id = await begin(members);
    await a.become();
    await controlPlane.stop('SIGKILL');
    await b.through(other).become();
    await untilFinished(id, other);
    expect(await timesAsked(members)).toEqual([1, 1]);
  } finally {
    await other.destroy();
    await controlPlane.serve();
  }
});
