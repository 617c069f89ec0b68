import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberStates, Rollouts } from '../../../harness/rollouts.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import type { UpgradableHost } from '../../../harness/upgradable-host.ts';

const controlPlane = sharedControlPlane({ ownProcess: true, heartbeatSeconds: 300 });
const rollouts = new Rollouts(controlPlane);
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  await rollouts.createRelease('1.1.0');
});
afterAll(() => client?.end());

/** Simulates elapsed time: the lease of a killed replica expires. */
const passTime = () => client.query('UPDATE job_lease SET ends_at = clock_timestamp()');
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

test('killed after it has asked and before that is committed, the control plane asks once, and goes on with what agents do after its restart', async () => {
  const members = await rollouts.newHosts(4);
  // Blocks the rollout's transaction after its requests to the first three of them.
  await client.query(`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
    CREATE TRIGGER hold_up BEFORE UPDATE ON upgrade_rollout FOR EACH ROW EXECUTE FUNCTION hold_up();
    SELECT pg_advisory_lock(4711);`);
  const id = await rollouts.begin(members, { groupSize: 3 });
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
  expect(await timesAsked(members)).toEqual([0, 0, 0, 0]);
  await passTime();
  await controlPlane.serve();
  for (const host of members.slice(0, 3)) await host.asked();
  expect(await members[3]?.sync()).toBeNull();
  for (const host of members) await host.become();
  expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(Array(4).fill('upgraded'));
  expect(await timesAsked(members)).toEqual([1, 1, 1, 1]);
});

test('another replica goes on with a rollout when the one that drove it is killed', async () => {
  const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
  const other = await controlPlane.startBeside();
  try {
    const id = await rollouts.begin([a, b]);
    await a.become();
    await controlPlane.stop('SIGKILL');
    await passTime();
    await b.through(other).become();
    await until('the rollout has finished', async () => {
      const document = 'query($id: ID!) { upgradeRollout(where: { id: $id }) { state } }';
      return (await other.ask(document, { id })).upgradeRollout.state === 'finished';
    });
    expect(await timesAsked([a, b])).toEqual([1, 1]);
  } finally {
    await other.destroy();
  }
});
