import { afterEach, beforeAll, expect, test } from 'vitest';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { connectionsInUse, waitingForLock } from '../../../../harness/database-connections.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { codeOf } from '../../../../harness/inhabited.ts';
import { post } from '../../../../harness/post.ts';
import { sharedClient, sharedInhabited } from '../../../../harness/shared-control-plane.ts';
import { until } from '../../../../harness/until.ts';

/** Several executors, all judged by each preview, and many nodes, so that each count takes database time. */
const executors = 100;
const nodes = 2000;
const hostileRequests = 18;
const blockedHeartbeats = 3 * shares.agents.connections;

const { controlPlane, host, newNode, stranger } = sharedInhabited({ metrics: true });
const client = sharedClient(() => controlPlane.settings.databaseUrl);
/** Of another organization. */
let strange: TestExecutor;
beforeAll(async () => {
  strange = new TestExecutor(controlPlane, stranger.executorKey, 'strange');
  await newNode({ name: 'first' });
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
afterEach(() => client.query('ROLLBACK'));

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}:${field}`).join(' ')} }`;
const hostile = [
  aliases(60, 'previewNodeCreation(data:{name:"p",network:regtest}){accepted}'),
  aliases(140, 'nodeCounts(where:{name:{contains:"x"}}){total}'),
  aliases(70, 'nodeCounts{total}'),
];

// First, because the attack below uses up what people may ask for.
test('invariant 16: one key’s locked heartbeats hold up no other agent or look-up', async () => {
  const { observedRevision } = (await host.sync()).data.syncExecutor;
  const neighbour = await TestExecutor.withKey(controlPlane, 'neighbour');
  // A new server has no cached keys, so each look-up reads the bound executor.
  await controlPlane.stop();
  await controlPlane.serve();
  await client.query('BEGIN');
  await client.query("SELECT 1 FROM executor WHERE name = 'host-1' FOR UPDATE");
  const blocked = Array.from({ length: blockedHeartbeats }, (_, n) =>
    n % 2 === 0 ? host.sync() : host.repeat(observedRevision),
  );
  // Not those of a job of the control plane.
  const waitingHeartbeats = () => waitingForLock(client, 'update "executor"%');
  await until('its heartbeats wait', async () => (await waitingHeartbeats()) >= shares.agents.perCaller);
  const [first, next, read] = await Promise.all([
    neighbour.sync(),
    strange.sync(),
    controlPlane.call('{ nodes { id } }', {}, stranger.memberKey),
  ]);
  expect([first, next, read].map(({ errors }) => errors)).toEqual([undefined, undefined, undefined]);
  expect((await strange.repeat(next.data.syncExecutor.observedRevision)).errors).toBeUndefined();
  expect(await waitingHeartbeats()).toBe(shares.agents.perCaller);
  await client.query('ROLLBACK');
  await Promise.all(blocked);
});

test('invariant 16: full reports that use up connections hold up no plain heartbeat', async () => {
  const begin = async (name: string) => {
    const agent = await TestExecutor.withKey(controlPlane, name);
    const { observedRevision, revision } = (await agent.sync()).data.syncExecutor;
    return { agent, repeat: () => agent.repeat(observedRevision, { knownRevision: revision }) };
  };
  const slow = await Promise.all(['slow-1', 'slow-2', 'slow-3', 'slow-4'].map(begin));
  const quiet = await begin('quiet');
  await strange.sync();
  // Forgets the callers from before their keys were bound.
  await controlPlane.stop();
  await controlPlane.serve();
  await client.query('BEGIN');
  await client.query('LOCK TABLE node IN EXCLUSIVE MODE');
  const nodes = [{ id: 'unknown', phase: 'running', since: new Date().toISOString() }];
  const busy = [strange, strange, ...slow.map(({ agent }) => agent)];
  const blocked = busy.map((agent) => agent.sync({ version: '1.0.1', nodes }));
  const inUse = () => connectionsInUse(controlPlane, 'agents');
  const reports = () => waitingForLock(client, '%UPDATE node SET observed%');
  // The second one of the stranger waits for its executor.
  await until('each report waits', async () => (await reports()) === blocked.length - 1);
  await until('no connection is free', async () => (await inUse()) === shares.agents.connections);
  expect(codeOf(await quiet.repeat())).toBeUndefined();
  await client.query('ROLLBACK');
  await Promise.all(blocked);
});

test('invariants 12, 16: one organization’s costly queries take no others’ reads', async () => {
  const keys = await Promise.all(['one', 'two', 'three'].map((name) => controlPlane.key('personal', name)));
  let isOver = false;
  const attack = Promise.all(
    Array.from({ length: hostileRequests }, (_, n) =>
      controlPlane.call(hostile[n % hostile.length] ?? '', {}, keys[n % keys.length]),
    ),
  ).finally(() => {
    isOver = true;
  });
  const inUse = () => connectionsInUse(controlPlane, 'people');
  await until('the attack is in the database', async () => (await inUse()) > 0);
  let mostInUse = 0;
  for (let asked = 0; !isOver || asked < 5; asked++) {
    const ofOthers = [strange.sync(), controlPlane.call('{ nodes { id } }', {}, stranger.memberKey)];
    for (const { status, errors } of await Promise.all(ofOthers)) expect([status, errors]).toEqual([200, undefined]);
    mostInUse = Math.max(mostInUse, await inUse());
  }
  // One more for the reads of the other organization.
  expect(mostInUse).toBeLessThanOrEqual(shares.people.perOrganization + 1);
  const codes = new Set((await attack).map((answer) => codeOf(answer) ?? 'answered'));
  expect(['answered', 'invalid_input', 'rate_limited', 'unavailable', 'timed_out']).toEqual(
    expect.arrayContaining([...codes]),
  );
}, 120_000);

test('invariant 16: a gone client’s statement ends, and its connection is reused', async () => {
  const query = '{ enrolmentTokens { id } }';
  await client.query('BEGIN');
  // No job reads this table.
  await client.query('LOCK TABLE enrolment_token IN ACCESS EXCLUSIVE MODE');
  const waiting = () => waitingForLock(client, '%"enrolment_token"%');
  const gone = new AbortController();
  const asked = post(controlPlane.url, { query }, { key: stranger.personalKey, signal: gone.signal });
  await until('its statement waits', async () => (await waiting()) > 0);
  gone.abort();
  await expect(asked).rejects.toThrow('aborted');
  await until('its statement has ended', async () => (await waiting()) === 0);
  await client.query('ROLLBACK');
  expect((await controlPlane.call(query, {}, stranger.personalKey)).errors).toBeUndefined();
  expect(controlPlane.log).not.toContain('a request failed unexpectedly');
});
