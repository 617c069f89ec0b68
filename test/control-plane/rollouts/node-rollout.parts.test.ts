import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { lockEventOrder } from '../../../src/control-plane/history/events/record-events.ts';
import { findNodesById } from '../../../src/control-plane/nodes/find-nodes.ts';
import { withConnection } from '../../../src/control-plane/platform/database/connect.ts';
import { LeaseLost } from '../../../src/control-plane/platform/jobs/lease.ts';
import { advanceNodeRollout } from '../../../src/control-plane/rollouts/advance-node-rollout.ts';
import {
  insertRollout,
  judgeMemberChange,
  requesterOf,
} from '../../../src/control-plane/rollouts/start-node-rollout.ts';
import { organization } from '../../../src/control-plane/tables/accounts.ts';
import { nodeRollout, nodeRolloutMember } from '../../../src/control-plane/tables/node-rollouts.ts';
import { owner } from '../../harness/callers.ts';
import type { GraphqlAnswer } from '../../harness/control-plane.ts';
import { countStatements } from '../../harness/counted-statements.ts';
import { dataOf, post } from '../../harness/graphql.ts';
import { insertNodeRollout } from '../../harness/node-rollout-rows.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../harness/rows.ts';
import {
  sharedClient,
  sharedControlPlane,
  sharedDatabase,
  sharedServerDatabase,
} from '../../harness/shared-control-plane.ts';
import { SimulatedNodes } from '../../harness/simulated-nodes.ts';
import { until } from '../../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const client = sharedClient(() => controlPlane.settings.databaseUrl);
const database = sharedDatabase(controlPlane);
/** Nobody else works in it. */
const separate = sharedServerDatabase();
const separateClient = sharedClient(() => separate.databaseUrl);
const separateDatabase = sharedDatabase({ settings: separate });

const dialect = new PgDialect();

const fields = `id summary parallel state reason endedAt requestedBy counts { total waiting underWay changed failed skipped }
  waitsFor { nodeName wait { code message } }
  members { group nodeId nodeName isRestart changes { field from to } state reason wait { code message } node { id } startedAt endedAt }`;
const change = `mutation($data: NodesChangeInput!, $where: NodeWhereInput!, $count: Int!, $parallel: Int, $atOnce: Boolean) {
  changeNodes(data: $data, where: $where, expectedCount: $count, parallel: $parallel, atOnce: $atOnce) {
    count restarts rollout { ${fields} } results { name outcome issues { code message } node { clientVersion } } } }`;

let hosts = 0;
const newHost = () => SimulatedNodes.start(controlPlane, `host-${hosts++}`);
const changeNodes = (data: object, prefix: string, count: number, more: object = {}): Promise<GraphqlAnswer> =>
  controlPlane.call(change, { data, where: { name: { startsWith: prefix } }, count, ...more });
const changed = async (...args: Parameters<typeof changeNodes>) => dataOf(await changeNodes(...args)).changeNodes;
const show = async (id: string) =>
  (await controlPlane.ask(`query($id: ID!) { nodeRollout(where: { id: $id }) { ${fields} } }`, { id })).nodeRollout;
const isState = (id: string, state: string) => async () => {
  const shown = await show(id);
  return shown.state === state ? shown : null;
};
const act = (what: string, id: string, more = '') =>
  controlPlane.call(`mutation($id: ID!) { ${what}(where: { id: $id }${more}) { rollout { state } } }`, { id });
const memberStates = ({ members }: { members: { state: string }[] }) => members.map(({ state }) => state);
const namesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);
const eventsOf = async (summary: string): Promise<string[]> =>
  (
    await client.query('SELECT kind FROM event WHERE message LIKE $1 ORDER BY sequence', [`The rollout “${summary}”%`])
  ).rows.map(({ kind }) => kind);

test('a version change of ten running nodes takes one of them down at a time', async () => {
  const host = await newHost();
  const names = namesOf('ten-', 10);
  const ids = await host.create(names);
  const { results, rollout, restarts } = await changed({ clientVersion: '28.0' }, 'ten-', 10);
  expect(restarts).toBe(10);
  expect(new Set(results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['in_rollout']));
  expect(results.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(rollout).toMatchObject({ summary: 'Change to 28.0', parallel: 1, counts: { total: 10 } });
  expect(rollout.members[3]).toMatchObject({
    ...{ nodeName: 'ten-03', group: 4, isRestart: false },
    changes: [{ field: 'clientVersion', from: '28.1', to: '28.0' }],
  });
  const done = await host.until(isState(rollout.id, 'finished'));
  expect(done).toMatchObject({ counts: { changed: 10, skipped: 0 }, waitsFor: [], reason: null });
  expect(host.restarted).toEqual(names);
  expect(host.fewestAnswering).toBe(9);
  const { rows } = await client.query(
    "SELECT target_id, actor_name FROM audit_action WHERE action = 'updateNode' AND target_id = ANY($1)",
    [ids],
  );
  expect(rows.map((row) => row.target_id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(rows.map((row) => row.actor_name)).size).toBe(1);
  const kinds = await eventsOf('Change to 28.0');
  expect([kinds[0], kinds.at(-1)]).toEqual(['rollout.started', 'rollout.finished']);
  expect(kinds.filter((kind) => kind === 'rollout.node_back')).toHaveLength(10);
});

test('one running node alone, stopped ones and labels are changed at once', async () => {
  const host = await newHost();
  await host.create(namesOf('mixed-', 3));
  await changed({ action: 'stop' }, 'mixed-0', 3, { where: { name: { in: ['mixed-00', 'mixed-01'] } }, count: 2 });
  await host.until(async () => host.answering === 1);
  await host.tick();
  const { rollout, results } = await changed({ clientVersion: '28.0' }, 'mixed-', 3);
  expect(rollout).toBeNull();
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed', 'changed']);
  expect((await changed({ labels: { set: [{ key: 'a', value: 'b' }] } }, 'mixed-', 3)).rollout).toBeNull();
});

test('the first failure stops the rollout, and an incident names both ways on', async () => {
  const host = await newHost();
  const names = namesOf('fail-', 10);
  await host.create(names);
  host.broken.add('fail-06');
  const { rollout } = await changed({ action: 'restart' }, 'fail-', 10);
  const stopped = await host.until(isState(rollout.id, 'stopped'));
  expect(stopped.reason).toBe('fail-06 did not come back: fail-06 cannot read its data.');
  expect(memberStates(stopped)).toEqual([...Array(6).fill('changed'), 'failed', ...Array(3).fill('waiting')]);
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual(names.slice(0, 7));
  const incident = await until('the incident is open', async () => {
    const { notificationIncidents } = await controlPlane.ask(
      '{ notificationIncidents { nodes { subjectType subjectId subjectName message advice } } }',
    );
    return notificationIncidents.nodes.find(({ subjectId }: { subjectId: string }) => subjectId === rollout.id);
  });
  expect(incident).toMatchObject({ subjectType: 'node_rollout', subjectName: 'Restart' });
  expect(incident.message).toContain('fail-06 did not come back: fail-06 cannot read its data.');
  expect(incident.message).toMatch(/resume .* skip /);
  // A retry restarts the failed node, and goes on.
  host.broken.clear();
  expect(dataOf(await act('resumeNodeRollout', rollout.id)).resumeNodeRollout.rollout.state).toBe('running');
  expect((await host.until(isState(rollout.id, 'finished'))).counts).toMatchObject({ changed: 10, failed: 0 });
  expect(host.restarted).toEqual([...names.slice(0, 7), ...names.slice(6)]);
});

/** Until its next heartbeat. */
const takeOffline = ({ host }: SimulatedNodes) =>
  client.query('UPDATE executor SET online = false WHERE name = $1', [host.name]);
const waitsFor = (id: string, nodeName: string, code: string) => async () => {
  const { waitsFor: found } = await show(id);
  return found.some((each: { nodeName: string; wait: { code: string } }) => {
    return each.nodeName === nodeName && each.wait.code === code;
  });
};
const membersOf = ({ rollout }: { rollout: { members: { nodeName: string }[] } }) =>
  rollout.members.map(({ nodeName }) => nodeName);

test('an offline host at its turn holds the rollout', async () => {
  const [host, away] = [await newHost(), await newHost()];
  await host.create(['next-00', 'next-02']);
  await away.create(['next-01']);
  const started = await changed({ action: 'restart' }, 'next-', 3);
  expect(membersOf(started)).toEqual(['next-00', 'next-01', 'next-02']);
  const { id } = started.rollout;
  await takeOffline(away);
  await host.until(waitsFor(id, 'next-01', 'host_offline'));
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(memberStates(await show(id))).toEqual(['changed', 'waiting', 'waiting']);
  expect([host.restarted, away.restarted]).toEqual([['next-00'], []]);
  await host.until(async () => {
    await away.tick();
    return isState(id, 'finished')();
  });
  expect([host.restarted, away.restarted]).toEqual([['next-00', 'next-02'], ['next-01']]);
});

test('a host that goes offline during a change holds the rollout', async () => {
  const [away, host] = [await newHost(), await newHost()];
  await away.create(['current-00']);
  await host.create(['current-01']);
  const started = await changed({ action: 'restart' }, 'current-', 2);
  const { id } = started.rollout;
  await until('the first member is under way', waitsFor(id, 'current-00', 'not_applied'));
  await takeOffline(away);
  await host.until(waitsFor(id, 'current-00', 'host_offline'));
  // An hour that its host was away is not the node's.
  await client.query(
    "UPDATE node_rollout_member SET deadline = now() - interval '1 minute' WHERE node_name = 'current-00'",
  );
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(memberStates(await show(id))).toEqual(['under_way', 'waiting']);
  expect(host.restarted).toEqual([]);
  await host.until(async () => {
    await away.tick();
    return isState(id, 'finished')();
  });
  expect([away.restarted, host.restarted]).toEqual([['current-00'], ['current-01']]);
});

test('parallel: 2 › takes two nodes down at a time', async () => {
  const host = await newHost();
  host.startTicks = 5;
  const names = namesOf('pair-', 5);
  await host.create(names);
  const { rollout } = await changed({ action: 'restart' }, 'pair-', 5, { parallel: 2 });
  await host.until(isState(rollout.id, 'finished'));
  expect(host.fewestAnswering).toBe(3);
  const [first, second, third] = [host.restarted.slice(0, 2), host.restarted.slice(2, 4), host.restarted.slice(4)];
  expect([first.toSorted(), second.toSorted(), third]).toEqual([names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
});

test('a repeat with the same key starts no second rollout', async () => {
  const host = await newHost();
  const names = namesOf('again-', 3);
  await host.create(names);
  const headers = { authorization: `Bearer ${controlPlane.personalKey}`, 'idempotency-key': randomUUID() };
  const variables = { data: { action: 'restart' }, where: { name: { startsWith: 'again-' } }, count: 3 };
  const start = async () => dataOf((await post(controlPlane.url, headers, change, variables)) as GraphqlAnswer);
  const { id } = (await start()).changeNodes.rollout;
  await host.until(async () => host.restarted.length > 1);
  expect((await start()).changeNodes.rollout.id).toBe(id);
  await host.until(isState(id, 'finished'));
  expect((await start()).changeNodes.rollout).toMatchObject({ id, state: 'finished' });
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual(names);
});

test('several jobs at once change each member once', async () => {
  const host = await newHost();
  const names = namesOf('jobs-', 6);
  const ids = await host.create(names);
  const { rollout } = await changed({ action: 'restart' }, 'jobs-', 6);
  const key = { organizationId: controlPlane.made.organizationId, id: rollout.id };
  // Only a step that changes something asks for the lease, and the server's own job may be first at each.
  const lose = async () => {
    throw new LeaseLost();
  };
  const work = (fence?: () => Promise<void>) =>
    database
      .transaction((transaction) => advanceNodeRollout(transaction, key, fence))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
  await host.until(async () => {
    await Promise.all([work(lose), work(), work(lose), work()]);
    return isState(rollout.id, 'finished')();
  });
  expect(host.restarted).toEqual(names);
  expect(host.fewestAnswering).toBe(5);
  const { rows } = await client.query(
    "SELECT target_id FROM audit_action WHERE action = 'requestNodeLifecycleAction' AND target_id = ANY($1)",
    [ids],
  );
  expect(rows.map((row) => row.target_id).toSorted()).toEqual(ids.toSorted());
});

const clientVersions = async (prefix: string): Promise<string[]> =>
  (await client.query('SELECT client_version FROM node WHERE name LIKE $1 ORDER BY name', [`${prefix}%`])).rows.map(
    (row) => row.client_version,
  );
const undone = async (id: string) => {
  const undo = `mutation($id: ID!) { undoNodeRollout(where: { id: $id }) { rollout { ${fields} undoes } } }`;
  return dataOf(await controlPlane.call(undo, { id })).undoNodeRollout.rollout;
};

test('an undo puts the previous versions back in the reverse order', async () => {
  const host = await newHost();
  const names = namesOf('back-', 3);
  await host.create(names);
  const { rollout } = await changed({ clientVersion: '28.0' }, 'back-', 3);
  await host.until(isState(rollout.id, 'finished'));
  const undo = await undone(rollout.id);
  expect(undo).toMatchObject({ summary: 'Undo: Change to 28.0', undoes: rollout.id, parallel: 1 });
  expect(undo.members[0]).toMatchObject({
    ...{ nodeName: 'back-02', state: 'waiting' },
    changes: [{ field: 'clientVersion', from: '28.0', to: '28.1' }],
  });
  await host.until(isState(undo.id, 'finished'));
  expect(host.restarted).toEqual([...names, ...names.toReversed()]);
  expect(host.fewestAnswering).toBe(2);
  expect(await clientVersions('back-')).toEqual(['28.1', '28.1', '28.1']);
});

test('an undo cancels a stopped rollout, and puts its failed member back too', async () => {
  const host = await newHost();
  await host.create(namesOf('halt-', 3));
  host.broken.add('halt-01');
  const { rollout } = await changed({ clientVersion: '28.0' }, 'halt-', 3);
  await host.until(isState(rollout.id, 'stopped'));
  host.broken.clear();
  const undo = await undone(rollout.id);
  expect(undo.members.map(({ nodeName }: { nodeName: string }) => nodeName)).toEqual(['halt-01', 'halt-00']);
  expect(await show(rollout.id)).toMatchObject({ state: 'cancelled' });
  await host.until(isState(undo.id, 'finished'));
  expect(await clientVersions('halt-')).toEqual(['28.1', '28.1', '28.1']);
});

test('an undo waits for a host before it records the cancellation, as a heartbeat does', async () => {
  const host = await newHost();
  await host.create(namesOf('lock-', 2));
  host.broken.add('lock-01');
  const { rollout } = await changed({ clientVersion: '28.0' }, 'lock-', 2);
  await host.until(isState(rollout.id, 'stopped'));
  await withConnection(controlPlane.settings.databaseUrl ?? '', async (heartbeat) => {
    await heartbeat.query('BEGIN');
    const { rows } = await heartbeat.query('SELECT organization_id FROM executor WHERE name = $1 FOR UPDATE', [
      host.host.name,
    ]);
    const undo = undone(rollout.id);
    await until('the undo waits for the host', async () => {
      const waiting = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"executor"%for update%'`,
      );
      return waiting.rowCount === 1;
    });
    const event = dialect.sqlToQuery(sql`SELECT ${lockEventOrder(rows[0].organization_id)}`);
    // Without waiting: PostgreSQL would end one of two that wait for each other, and the control plane repeats it.
    const attempt = event.sql.replace('pg_advisory_xact_lock', 'pg_try_advisory_xact_lock');
    const tried = await heartbeat.query(attempt, event.params);
    expect(Object.values(tried.rows[0])).toEqual([true]);
    await heartbeat.query('COMMIT');
    expect(await undo).toMatchObject({ undoes: rollout.id });
  });
});

test('an undo leaves what somebody changed since, and says so', async () => {
  const host = await newHost();
  const [first = ''] = await host.create(namesOf('since-', 2));
  const { rollout } = await changed({ clientVersion: '28.0' }, 'since-', 2);
  await host.until(isState(rollout.id, 'finished'));
  const update =
    'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { id } } }';
  await controlPlane.ask(update, { id: first, data: { clientVersion: '28.1' } });
  const undo = await undone(rollout.id);
  expect(undo.members).toMatchObject([
    { nodeName: 'since-01', state: 'waiting' },
    { nodeName: 'since-00', state: 'skipped', reason: 'Changed again since: clientVersion.' },
  ]);
  await host.until(isState(undo.id, 'finished'));
  expect(await clientVersions('since-')).toEqual(['28.1', '28.1']);
  expect(await act('undoNodeRollout', rollout.id)).toMatchObject({
    errors: [{ extensions: { code: 'rollout_not_possible' }, message: 'none of its 2 nodes can be put back' }],
  });
});

test('a rollout of restarts has nothing to undo', async () => {
  const host = await newHost();
  await host.create(namesOf('none-', 2));
  const { rollout } = await changed({ action: 'restart' }, 'none-', 2);
  await host.until(isState(rollout.id, 'finished'));
  expect(await act('undoNodeRollout', rollout.id)).toMatchObject({
    errors: [{ message: 'the rollout “Restart” has changed no settings, so there is nothing to undo' }],
  });
});

test('a rollout takes statements in proportion to its members', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const organizationId = await insertOrganization(separateDatabase);
    const executorId = await insertExecutor(separateDatabase, organizationId);
    const nodes: { id: string; name: string }[] = [];
    for (const name of namesOf('many-', count)) {
      const row = { name, desiredState: 'stopped' as const };
      nodes.push({ id: await insertNode(separateDatabase, { organizationId, executorId }, row), name });
    }
    const id = await insertNodeRollout(separateDatabase, { organizationId, nodes });
    // Nobody waits for a stopped node.
    const request = { update: { setLabels: [{ key: 'team', value: 'a' }] } };
    const waiting = { request, state: 'waiting' as const, startedAt: null, revision: null, deadline: null };
    await separateDatabase.update(nodeRolloutMember).set(waiting).where(eq(nodeRolloutMember.rolloutId, id));
    const statements = await countStatements(separateClient, async (counted) => {
      while (await counted.transaction((transaction) => advanceNodeRollout(transaction, { organizationId, id })));
    });
    const isChanged = eq(nodeRolloutMember.state, 'changed');
    expect(await separateDatabase.$count(nodeRolloutMember, isChanged)).toBe(count);
    await separateDatabase.delete(nodeRolloutMember);
    return statements;
  };
  const [ten, most] = [await statementsFor(10), await statementsFor(500)];
  console.info(`a rollout of 500 nodes: ${most} statements`);
  expect(most).toBeLessThanOrEqual(50 * ten);
  expect(most).toBeLessThan(500 * 30);
}, 300_000);

test('the start of a rollout takes statements in proportion to its members', async () => {
  const statementsFor = async (count: number): Promise<{ judged: number; inserted: number }> => {
    const organizationId = await insertOrganization(separateDatabase);
    const executorId = await insertExecutor(separateDatabase, organizationId);
    const ids: string[] = [];
    for (const name of namesOf('start-', count))
      ids.push(await insertNode(separateDatabase, { organizationId, executorId }, { name }));
    const request = { update: { clientVersion: '28.0' } };
    const rows = await findNodesById(separateDatabase, organizationId, ids);
    const members = rows.map((row) => ({ row, request }));
    const judged = await countStatements(separateClient, async (counted) => {
      for (const member of members) await judgeMemberChange(counted, member);
    });
    const plan = { parallel: 1, policy: {} };
    const inserted = await countStatements(separateClient, (counted) =>
      counted.transaction((transaction) =>
        insertRollout(transaction, requesterOf({ ...owner, organizationId }), members, plan),
      ),
    );
    expect(await separateDatabase.$count(nodeRolloutMember)).toBe(count);
    await separateDatabase.delete(nodeRolloutMember);
    return { judged, inserted };
  };
  const [ten, most] = [await statementsFor(10), await statementsFor(500)];
  console.info(`the start of a rollout of 500 nodes: ${most.judged} + ${most.inserted} statements`);
  expect(most.judged).toBeLessThanOrEqual(50 * ten.judged);
  expect(most.inserted).toBe(ten.inserted);
}, 120_000);

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Gives an organization a maintenance window on another day. */
async function holdByWindow(organizationId: string): Promise<void> {
  const day = days[(new Date().getUTCDay() + 3) % 7] ?? 'sunday';
  const windows = { timeZone: 'UTC', windows: [{ days: [day], from: '02:00', to: '03:00' }] };
  const maintenance = [{ label: null, windows, revision: 1, changedBy: 'Ada' }];
  await separateDatabase.update(organization).set({ maintenance }).where(eq(organization.id, organizationId));
}

test('a rollout that waits for its window reads no more than its group', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const organizationId = await insertOrganization(separateDatabase);
    const executorId = await insertExecutor(separateDatabase, organizationId, { online: true });
    const nodes: { id: string; name: string }[] = [];
    for (const name of namesOf('held-', count))
      nodes.push({ id: await insertNode(separateDatabase, { organizationId, executorId }, { name }), name });
    const id = await insertNodeRollout(separateDatabase, { organizationId, nodes });
    const waiting = { state: 'waiting' as const, startedAt: null, revision: null, deadline: null };
    await separateDatabase.update(nodeRolloutMember).set(waiting).where(eq(nodeRolloutMember.rolloutId, id));
    await holdByWindow(organizationId);
    const step = (counted: typeof separateDatabase) =>
      counted.transaction((transaction) => advanceNodeRollout(transaction, { organizationId, id }));
    // The first step stores why it waits, and the next ones change nothing.
    expect(
      await separateDatabase.transaction((transaction) => advanceNodeRollout(transaction, { organizationId, id })),
    ).toBe(true);
    const statements = await countStatements(separateClient, async (counted) =>
      expect(await step(counted)).toBe(false),
    );
    expect(await separateDatabase.$count(nodeRolloutMember, eq(nodeRolloutMember.waitCode, 'window'))).toBe(1);
    await separateDatabase.delete(nodeRolloutMember);
    return statements;
  };
  const [ten, most] = [await statementsFor(10), await statementsFor(500)];
  expect(most).toBe(ten);
  expect(most).toBeLessThan(15);
}, 120_000);

/** Nodes on hosts of their own in the order of the rollout, against the order in which hosts are locked. */
async function rolloutAgainstLockOrder(members: Partial<typeof nodeRolloutMember.$inferInsert>) {
  const organizationId = await insertOrganization(separateDatabase);
  const hosts: string[] = [];
  for (const name of ['order-a', 'order-b'])
    hosts.push(await insertExecutor(separateDatabase, organizationId, { name, online: true }));
  const [lowest = '', highest = ''] = hosts.toSorted();
  const nodes: { id: string; name: string }[] = [];
  for (const [index, executorId] of [highest, lowest].entries()) {
    const name = `order-${index}`;
    nodes.push({ id: await insertNode(separateDatabase, { organizationId, executorId }, { name }), name });
  }
  const id = await insertNodeRollout(separateDatabase, { organizationId, nodes });
  const waiting = { state: 'waiting' as const, startedAt: null, revision: null, deadline: null };
  await separateDatabase
    .update(nodeRolloutMember)
    .set({ ...waiting, ...members })
    .where(eq(nodeRolloutMember.rolloutId, id));
  return { key: { organizationId, id }, lowest, highest };
}

/** Advances a rollout while another transaction has the first host in the order. Expects that it waits without the last one. */
async function expectLocksInOrder({ key, lowest, highest }: Awaited<ReturnType<typeof rolloutAgainstLockOrder>>) {
  await withConnection(separate.databaseUrl, async (other) => {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM executor WHERE id = $1 FOR UPDATE', [lowest]);
    const advanced = advanceFully(key);
    await until('the rollout waits for the host', async () => {
      const waiting = await separateClient.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"executor"%for update%'`,
      );
      return waiting.rowCount === 1;
    });
    // Without waiting: PostgreSQL would end one of two that wait for each other, and the control plane repeats it.
    const free = await other.query('SELECT 1 FROM executor WHERE id = $1 FOR UPDATE SKIP LOCKED', [highest]);
    expect(free.rowCount).toBe(1);
    await other.query('COMMIT');
    await advanced;
  });
}

async function advanceFully(key: { organizationId: string; id: string }): Promise<void> {
  while (await separateDatabase.transaction((transaction) => advanceNodeRollout(transaction, key)));
}

test('a rollout that a refused change stops locks the hosts of its members in order', async () => {
  // The hosts offer no version at all.
  const refused = await rolloutAgainstLockOrder({ request: { update: { clientVersion: '28.0' } } });
  await expectLocksInOrder(refused);
  const [rollout] = await separateDatabase.select().from(nodeRollout).where(eq(nodeRollout.id, refused.key.id));
  expect(rollout).toMatchObject({ state: 'stopped', reason: expect.stringMatching(/^order-0 could not be changed: /) });
  await separateDatabase.delete(nodeRollout);
});

test('a rollout that changes several nodes at a time locks their hosts in order', async () => {
  const { key, ...hosts } = await rolloutAgainstLockOrder({ groupNumber: 1 });
  await holdByWindow(key.organizationId);
  await expectLocksInOrder({ key, ...hosts });
  expect(await separateDatabase.$count(nodeRolloutMember, eq(nodeRolloutMember.waitCode, 'window'))).toBe(2);
  await separateDatabase.delete(nodeRollout);
});
