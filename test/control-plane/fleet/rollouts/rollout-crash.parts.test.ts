import { beforeAll, expect, test } from 'vitest';
import { memberStates, Rollouts } from '../../../harness/rollouts.ts';
import { sharedClient, sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 300 });
const rollouts = new Rollouts(controlPlane);
const client = sharedClient(() => controlPlane.settings.databaseUrl);
beforeAll(() => rollouts.createRelease('1.1.0'));

/** How often each executor was asked. */
const timesAsked = async (): Promise<number[]> => {
  const { rows } = await client.query('SELECT count(*)::int AS times FROM executor_upgrade GROUP BY executor_id');
  return rows.map(({ times }) => times);
};
const untilRows = (what: string, query: string) => until(what, async () => (await client.query(query)).rows.length > 0);

test('a control plane cut off between request and commit requests once, and continues', async () => {
  const members = await rollouts.newHosts(4);
  // Blocks the rollout's transaction after its requests to the first three of them.
  await client.query(`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
    CREATE TRIGGER hold_up BEFORE UPDATE ON upgrade_rollout FOR EACH ROW EXECUTE FUNCTION hold_up();
    SELECT pg_advisory_lock(4711);`);
  const id = await rollouts.begin(members, { groupSize: 3 });
  const heldUp = "pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711";
  await untilRows('the transaction is held up', `SELECT FROM ${heldUp}`);
  // Once it is stopping, no job repeats the transaction.
  const stopped = controlPlane.stop();
  await client.query(`SELECT pg_terminate_backend(pid) FROM ${heldUp}`);
  await stopped;
  await client.query('SELECT pg_advisory_unlock(4711)');
  await untilRows(
    'nothing of it is left',
    `SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid())`,
  );
  await client.query('DROP TRIGGER hold_up ON upgrade_rollout; DROP FUNCTION hold_up');
  expect(await timesAsked()).toEqual([]);
  await controlPlane.serve();
  for (const host of members.slice(0, 3)) await host.asked();
  expect(await members[3]?.sync()).toBeNull();
  for (const host of members) await host.become();
  expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(Array(4).fill('upgraded'));
  expect(await timesAsked()).toEqual([1, 1, 1, 1]);
});
