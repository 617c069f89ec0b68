import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../../harness/inhabited.ts';
import { until } from '../../../../harness/until.ts';

/**
 * Several executors, so that each preview judges all of them, and many nodes, so that each count takes database time.
 */
const executors = 300;
const nodes = 10_000;
const hostileRequests = 100;

let inhabited: Inhabited;
let client: pg.Client;
beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true, metrics: true });
  await inhabited.newNode({ name: 'first' });
  client = new pg.Client({ connectionString: inhabited.controlPlane.settings.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, last_seen_at, online, heartbeat_interval_seconds)
     SELECT organization_id, 'stored-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, now() + interval '1 hour', online, heartbeat_interval_seconds
     FROM executor, generate_series(1, $1::int) AS n WHERE name = 'host-1'`,
    [executors],
  );
  await client.query(
    `INSERT INTO node (organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib, overrides, desired_state)
     SELECT organization_id, executor_id, 'node-' || n, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib, overrides, desired_state
     FROM node, generate_series(1, $1::int) AS n WHERE name = 'first'`,
    [nodes],
  );
  await client.query('ANALYZE');
}, 120_000);
afterAll(async () => {
  await client?.end();
  await inhabited?.controlPlane.destroy();
});

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}:${field}`).join(' ')} }`;
const hostile = [
  aliases(60, 'previewNodeCreation(data:{name:"p",network:regtest}){accepted}'),
  aliases(140, 'nodesCount(where:{name:{contains:"x"}})'),
  aliases(70, 'nodeCounts{total}'),
];

const inUse = async (share: string) => {
  const text = await (await fetch(`http://127.0.0.1:${inhabited.controlPlane.settings.metrics?.port}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name}\\{share="${share}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return read('satrap_database_connections') - read('satrap_database_idle_connections');
};

test('invariants 12 and 16: a hundred costly queries of one organization take neither heartbeats nor reads from another', async () => {
  const { controlPlane, stranger } = inhabited;
  const keys = await Promise.all(['one', 'two', 'three'].map((name) => controlPlane.key('personal', name)));
  let isOver = false;
  const attack = Promise.all(
    Array.from({ length: hostileRequests }, (_, n) =>
      controlPlane.call(hostile[n % hostile.length] ?? '', {}, keys[n % keys.length]),
    ),
  ).finally(() => {
    isOver = true;
  });
  await until('the attack is in the database', async () => (await inUse('people')) > 0);
  const host = new TestExecutor(controlPlane, stranger.executorKey, 'strange');
  const seen: { statuses: Set<number>; codes: Set<unknown>; mostInUse: number } = {
    ...{ statuses: new Set(), codes: new Set(), mostInUse: 0 },
  };
  let asked = 0;
  while (!isOver || asked < 5) {
    for (const answer of await Promise.all([
      host.sync(),
      controlPlane.call('{ nodes { id } }', {}, stranger.memberKey),
    ])) {
      seen.statuses.add(answer.status);
      seen.codes.add(codeOf(answer));
    }
    seen.mostInUse = Math.max(seen.mostInUse, await inUse('people'));
    asked++;
  }
  expect(seen).toMatchObject({ statuses: new Set([200]), codes: new Set([undefined]) });
  // One more for the reads of the other organization.
  expect(seen.mostInUse).toBeLessThanOrEqual(shares.people.perOrganization + 1);
  const codes = new Set((await attack).map((answer) => codeOf(answer) ?? 'answered'));
  expect(['answered', 'invalid_input', 'RateLimited', 'unavailable', 'timed_out']).toEqual(
    expect.arrayContaining([...codes]),
  );
}, 120_000);

test('invariant 16: the statement of a query whose client has gone ends, and its connection serves the next one', async () => {
  const { controlPlane, stranger } = inhabited;
  await client.query('BEGIN');
  await client.query('LOCK TABLE executor IN ACCESS EXCLUSIVE MODE');
  const waiting = async () =>
    (
      await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
    ).rows.length;
  const before = await waiting();
  const gone = new AbortController();
  const asked = fetch(controlPlane.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stranger.memberKey}` },
    body: JSON.stringify({ query: '{ executors { name } }' }),
    signal: gone.signal,
  });
  await until('its statement waits', async () => (await waiting()) > before);
  gone.abort();
  await expect(asked).rejects.toThrow('aborted');
  await until('its statement has ended', async () => (await waiting()) === before);
  await client.query('ROLLBACK');
  expect((await controlPlane.call('{ executors { name } }', {}, stranger.memberKey)).errors).toBeUndefined();
  expect(controlPlane.log).not.toContain('a request failed unexpectedly');
});
