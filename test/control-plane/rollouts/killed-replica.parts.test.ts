import { expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { dataOf } from '../../harness/graphql.ts';
import { sharedClient, sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { shared } from '../../harness/shared-part.ts';
import { SimulatedNodes } from '../../harness/simulated-nodes.ts';
import { until } from '../../harness/until.ts';

/** It takes the lease of the jobs first, and serves the agent. */
const first = sharedControlPlane({ heartbeatSeconds: 60, ownProcess: true });
const second: TestControlPlane = shared(
  () => first.startBeside(),
  (started) => started.destroy(),
);
const client = sharedClient(() => first.settings.databaseUrl);
const locking = sharedClient(() => first.settings.databaseUrl);

const countRows = async (from: string, ...values: unknown[]): Promise<number> =>
  Number((await client.query(`SELECT count(*) FROM ${from}`, values)).rows[0].count);

/** Whether a step has settled one member and changed the next node, and waits to store that. */
const isInStep = async (): Promise<boolean> =>
  (await countRows(`pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'update "node_rollout_member"%'`)) > 0;

async function killInStep(replica: TestControlPlane, host: SimulatedNodes): Promise<void> {
  await locking.query('BEGIN');
  await locking.query("SELECT 1 FROM node_rollout_member WHERE state = 'waiting' FOR UPDATE");
  let isBlocked = false;
  const sendHeartbeats = async () => {
    while (!isBlocked) await host.tick();
  };
  // The last one waits for the step, and fails if its replica was killed.
  const heartbeats = Promise.allSettled([sendHeartbeats()]);
  await until('a step stores its member', isInStep);
  isBlocked = true;
  await replica.stop('SIGKILL');
  await locking.query('COMMIT');
  await heartbeats;
}

test('replicas that are killed in a step repeat no node and forget none', { timeout: 300_000 }, async () => {
  const names = ['kill-0', 'kill-1', 'kill-2', 'kill-3'];
  const host = await SimulatedNodes.start(first, 'killed');
  const ids = await host.create(names);
  expect(second.isServing).toBe(true);
  const restart = `mutation { changeNodes(data: { action: restart }, where: {}, expectedCount: ${names.length}) {
    rollout { id } } }`;
  dataOf(await first.call(restart));
  const areChanged = (count: number) => async () =>
    (await countRows("node_rollout_member WHERE state = 'changed'")) >= count;
  await host.until(areChanged(1));
  await killInStep(first, host);
  // The heartbeat that was lost with the first one may be the one that the step waited for.
  await first.serve();
  await host.until(areChanged(2));
  await killInStep(second, host);
  await host.until(async () => (await countRows("node_rollout WHERE state = 'finished'")) > 0);
  expect(host.restarted).toEqual(names);
  expect(host.fewestAnswering).toBe(names.length - 1);
  const { rows } = await client.query(
    "SELECT target_id FROM audit_action WHERE action = 'requestNodeLifecycleAction' ORDER BY sequence",
  );
  expect(rows.map((row) => row.target_id)).toEqual(ids);
  expect(await countRows("event WHERE kind = 'rollout.node_changed'")).toBe(names.length);
  expect(await countRows("event WHERE kind = 'rollout.node_back'")).toBe(names.length);
});
