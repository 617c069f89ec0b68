import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../../../harness/inhabited.ts';
import { until } from '../../../../harness/until.ts';

const blockedHeartbeats = 3 * shares.agents.connections;

let inhabited: Inhabited;
let client: pg.Client;
/** Reads outside of the locking transaction: within one, the list of connections does not change. */
let watcher: pg.Client;
beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true });
  const connectionString = inhabited.controlPlane.settings.databaseUrl;
  client = new pg.Client({ connectionString });
  watcher = new pg.Client({ connectionString });
  await Promise.all([client.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([client?.end(), watcher?.end()]);
  await inhabited?.controlPlane.destroy();
});

/** Number of heartbeats that wait for the lock. A job of the control plane may wait for it too. */
const waiting = async () => {
  const { rows } = await watcher.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE 'update \"executor\"%'",
  );
  return rows.length;
};

test('invariant 16: heartbeats of one key that wait for a lock hold up neither other agents nor the look-up of keys', async () => {
  const { controlPlane, host, stranger } = inhabited;
  const { observedRevision } = (await host.sync()).data.syncExecutor;
  const neighbour = await TestExecutor.withKey(controlPlane, 'neighbour');
  const other = new TestExecutor(controlPlane, stranger.executorKey, 'strange');
  // A new process has no cached keys, so each look-up reads the bound executor.
  await controlPlane.stop();
  await controlPlane.serve();
  await client.query('BEGIN');
  await client.query("SELECT 1 FROM executor WHERE name = 'host-1' FOR UPDATE");
  const blocked = Array.from({ length: blockedHeartbeats }, (_, n) =>
    n % 2 === 0 ? host.sync() : host.repeat(observedRevision),
  );
  await until('its heartbeats wait', async () => (await waiting()) >= shares.agents.perCaller);
  const [first, next, read] = await Promise.all([
    neighbour.sync(),
    other.sync(),
    controlPlane.call('{ nodes { id } }', {}, stranger.memberKey),
  ]);
  expect([first, next, read].map(({ errors }) => errors)).toEqual([undefined, undefined, undefined]);
  const repeated = await other.repeat(next.data.syncExecutor.observedRevision);
  expect(repeated.errors).toBeUndefined();
  expect(await waiting()).toBe(shares.agents.perCaller);
  await client.query('ROLLBACK');
  await Promise.all(blocked);
});
