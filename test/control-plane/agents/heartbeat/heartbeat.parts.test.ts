import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { agentRequest } from '../../../../src/control-plane/tables/agent-requests.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
});
afterAll(() => controlPlane?.destroy());

const agent = (name: string) => TestExecutor.withKey(controlPlane, name);
const kinds = async (executorName: string): Promise<string[]> => {
  const { events } = await controlPlane.ask(
    'query($filter: EventFilterInput) { events(filter: $filter) { nodes { kind } } }',
    { filter: { executorName, direction: 'newer' } },
  );
  return events.nodes.map(({ kind }: { kind: string }) => kind);
};
const lose = (name: string) =>
  whileDown(controlPlane, async (database) => {
    await database.update(executor).set({ lastSeenAt: sql`now() - interval '1 hour'` }).where(eq(executor.name, name));
    await markOffline(database, 3600);
  });

test('first heartbeats that come at the same moment all succeed and register the executor once', async () => {
  const host = await agent('eager');
  const answers = await Promise.all(Array.from({ length: 6 }, () => host.sync()));
  expect(answers.map(codeOf)).toEqual(Array(6).fill(undefined));
  expect(new Set(answers.map(({ data }) => data.syncExecutor.executorId)).size).toBe(1);
  expect(await kinds('eager')).toEqual(['executor.registered']);
});

test('a heartbeat registers an executor with all that describes it, and the next one changes what is new', async () => {
  const host = await agent('described');
  const { executorId: id } = (await host.sync()).data.syncExecutor;
  const read = `query($id: ID!) { executor(where: { id: $id }) { name kind version channel
    capabilities { clients { version } networks nodeTypes } resources { cpuCores { total } diskMiB { free } } } }`;
  const shown = async () => (await controlPlane.ask(read, { id })).executor;
  const first = await shown();
  expect(first).toEqual({
    ...{ name: 'described', kind: 'docker', version: '1.0.0', channel: 'stable' },
    capabilities: {
      clients: [{ version: '28.1' }, { version: '28.0' }],
      networks: ['signet', 'regtest'],
      nodeTypes: ['full', 'pruned'],
    },
    resources: { cpuCores: { total: 8 }, diskMiB: { free: 2_000_000 } },
  });
  const capabilities = { clients: [], networks: ['signet'], nodeTypes: ['full'] };
  await host.sync({ version: '1.0.1', channel: 'beta', capabilities });
  expect(await shown()).toEqual({ ...first, version: '1.0.1', channel: 'beta', capabilities });
});

test('a heartbeat with a revision that was never issued is refused, and the executor can still be changed', async () => {
  const host = await agent('boastful');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const answer = await host.sync({ knownRevision: 2_147_483_646 });
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['input', 'knownRevision']);
  await new TestNodes(controlPlane, executorId).create('still-possible');
  expect((await host.sync()).data.syncExecutor.nodes).toHaveLength(1);
});

test('an agent does not mistake the changes after a restored backup for the ones that were lost', async () => {
  const host = await agent('restored');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const nodes = new TestNodes(controlPlane, executorId);
  await nodes.create('in-the-backup');
  const anHourAgo = (await host.sync()).data.syncExecutor.revision - 3600;
  // The agent received a change an hour ago, and the backup is from just before it.
  await whileDown(controlPlane, (database) =>
    database
      .update(executor)
      .set({ desiredRevision: anHourAgo - 1 })
      .where(eq(executor.id, executorId)),
  );
  await nodes.create('made-afterwards');
  expect((await host.sync({ knownRevision: anHourAgo })).data.syncExecutor.nodes).toHaveLength(2);
});

test('a heartbeat brings a request only until it expires', async () => {
  const host = await agent('silent');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const { id } = await new TestNodes(controlPlane, executorId).create('without-log');
  await controlPlane.ask('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', { id });
  expect(await host.requests()).toHaveLength(1);
  await whileDown(controlPlane, (database) =>
    database.update(agentRequest).set({ awaitedUntil: sql`awaited_until - interval '11 minutes'` }),
  );
  expect(await host.requests()).toEqual([]);
});

test('a deletion that was reported before it is requested is confirmed by the next heartbeat', async () => {
  const host = await agent('hasty');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const nodes = new TestNodes(controlPlane, executorId);
  const { id } = await nodes.create('gone-already');
  const report = { nodes: [{ id, phase: 'deleted', since: new Date().toISOString() }] };
  await host.sync(report);
  await nodes.delete(id);
  expect((await host.sync(report)).data.syncExecutor.nodes).toEqual([]);
  expect(await nodes.get(id)).toBeNull();
});

test('a heartbeat that brings an executor back and cannot be stored whole loses no event', async () => {
  const host = await agent('flaky');
  await host.sync();
  await lose('flaky');
  expect(await kinds('flaky')).toEqual(['executor.registered', 'executor.offline']);
  await whileDown(controlPlane, (database) => database.execute(sql`ALTER TABLE event RENAME TO event_away`));
  expect(codeOf(await host.sync())).toBe('internal_error');
  await whileDown(controlPlane, (database) => database.execute(sql`ALTER TABLE event_away RENAME TO event`));
  expect(codeOf(await host.sync())).toBeUndefined();
  expect(await kinds('flaky')).toEqual(['executor.registered', 'executor.offline', 'executor.online']);
});

test('an executor does not go offline because the control plane was down', async () => {
  const host = await agent('steady');
  await host.sync();
  await whileDown(controlPlane, (database) =>
    database.update(executor).set({ lastSeenAt: sql`now() - interval '1 hour'` }).where(eq(executor.name, 'steady')),
  );
  expect(codeOf(await (await agent('steady')).sync())).toBe('executor_name_in_use');
  expect(codeOf(await host.sync())).toBeUndefined();
  expect(await kinds('steady')).toEqual(['executor.registered']);
});

test.each([
  ['version', { version: '1\u001b[2J' }],
  ['channel', { channel: 'stable\u0007' }],
  [
    'client version',
    {
      capabilities: {
        clients: [{ client: 'bitcoind', version: '\u009b2J', image: 'x' }],
        networks: [],
        nodeTypes: [],
      },
    },
  ],
  ['orphan', { orphans: [{ nodeId: 'x', name: 'a\u001bc' }] }],
])('a heartbeat with control characters in a %s is refused', async (_what, input) => {
  const answer = await (await agent('escaping')).sync(input);
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.message).toContain('must not contain control characters');
});

test('of several agents that ask for an offline executor in the same moment, exactly one gets it', async () => {
  const key = await controlPlane.key('executor');
  const contender = () => new TestExecutor(controlPlane, key, 'contested');
  await contender().sync();
  await whileDown(controlPlane, (database) => database.execute('UPDATE executor SET online = false'));
  const blocker = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  const observer = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await Promise.all([blocker.connect(), observer.connect()]);
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM executor FOR UPDATE');
  const agents = [contender(), contender(), contender()];
  const asked = Promise.all(agents.map((one) => one.sync()));
  // Two at once have a connection for the same key; the third waits for them.
  await until('two agents wait for the executor', async () => {
    const { rows } = await observer.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length === 2;
  });
  await blocker.query('COMMIT');
  const codes = (await asked).map(codeOf);
  await Promise.all([blocker.end(), observer.end()]);
  expect(codes.toSorted()).toEqual(['executor_name_in_use', 'executor_name_in_use', undefined]);
  // The one that got it also keeps it.
  const next = await Promise.all(agents.map((one) => one.sync()));
  expect(next.map(codeOf)).toEqual(codes);
});
