import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { nodeOf, TestNodes } from '../../../harness/nodes.ts';
import { sharedClient, sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const database = sharedDatabase(controlPlane);
const blocker = sharedClient(() => controlPlane.settings.databaseUrl);

const agent = (name: string) => TestExecutor.withKey(controlPlane, name);
/** An executor that has reported once. */
async function begin(name: string) {
  const host = await agent(name);
  const { executorId, revision, observedRevision } = (await host.sync()).data.syncExecutor;
  return { host, executorId, revision, observedRevision, nodes: new TestNodes(controlPlane, executorId) };
}
const eventsOf = async (filter: object): Promise<string[]> => {
  const { events } = await controlPlane.ask(
    'query($filter: EventFilterInput) { events(filter: $filter) { nodes { kind } } }',
    { filter: { ...filter, direction: 'newer' } },
  );
  return events.nodes.map(({ kind }: { kind: string }) => kind);
};
const kinds = (executorName: string) => eventsOf({ executorName });
const setExecutor = (name: string, change: Partial<typeof executor.$inferInsert>) =>
  database.update(executor).set(change).where(eq(executor.name, name));
const anHourAgo = new Date(Date.now() - 3_600_000);
async function lose(name: string): Promise<void> {
  await setExecutor(name, { lastSeenAt: anHourAgo });
  await markOffline(database, { gaps: [], elapsed: 0 });
}
/** Waits until a statement waits for a lock of another one. */
const untilLocked = (count = 1) => until('a statement waits', async () => (await waitingForLock(blocker)) === count);

test('simultaneous first heartbeats all succeed and register the executor once', async () => {
  const host = await agent('eager');
  const answers = await Promise.all(Array.from({ length: 6 }, () => host.sync()));
  expect(answers.map(codeOf)).toEqual(Array(6).fill(undefined));
  expect(new Set(answers.map(({ data }) => data.syncExecutor.executorId)).size).toBe(1);
  expect(await kinds('eager')).toEqual(['executor.registered']);
});

test('a heartbeat registers an executor, and the next one updates it', async () => {
  const { host, executorId: id } = await begin('described');
  const read = `query($id: ID!) { executor(where: { id: $id }) { name kind version channel
    capabilities { clients { version } networks nodeTypes } resources { cpuCores { total } diskGiB { free } } } }`;
  const shown = async () => (await controlPlane.ask(read, { id })).executor;
  const first = await shown();
  expect(first).toEqual({
    ...{ name: 'described', kind: 'docker', version: '1.0.0', channel: 'stable' },
    capabilities: {
      clients: [{ version: '28.1' }, { version: '28.0' }],
      networks: ['signet', 'regtest'],
      nodeTypes: ['full', 'pruned'],
    },
    resources: { cpuCores: { total: 8 }, diskGiB: { free: 1953 } },
  });
  const capabilities = { clients: [], networks: ['signet'], nodeTypes: ['full'] };
  await host.sync({ version: '1.0.1', channel: 'beta', capabilities });
  expect(await shown()).toEqual({ ...first, version: '1.0.1', channel: 'beta', capabilities });
});

test('answers with the full desired state only for an unknown revision', async () => {
  const host = await agent('told');
  const first = (await host.sync()).data.syncExecutor;
  expect(first).toMatchObject({ nodes: [], heartbeatIntervalSeconds: 60, requests: [] });
  expect((await host.sync({ knownRevision: first.revision })).data.syncExecutor.nodes).toBeNull();
  const { id } = await new TestNodes(controlPlane, first.executorId).create('on-two');
  const next = (await host.sync({ knownRevision: first.revision })).data.syncExecutor;
  expect(next.revision).toBeGreaterThan(first.revision);
  expect(next.nodes).toMatchObject([
    { id, name: 'on-two', desiredState: 'running', restartCounter: 0, dataPolicy: 'keep' },
  ]);
  expect(next.nodes[0].rpcAuth).toMatch(/^satrap:[0-9a-f]{32}\$[0-9a-f]{64}$/);
});

test('after a restored backup, an agent gets all nodes under a new revision', async () => {
  const { host, nodes } = await begin('restored');
  const sync = async (knownRevision: number | null = null) => (await host.sync({ knownRevision })).data.syncExecutor;
  await nodes.create('in-the-backup');
  const { revision } = await sync();
  // The agent received a change an hour ago, and the backup is from just before it.
  await setExecutor('restored', { desiredRevision: revision - 3601 });
  await nodes.create('made-afterwards');
  expect((await sync(revision - 3600)).nodes).toHaveLength(2);
  const later = await sync(revision + 3600);
  expect(later.nodes).toHaveLength(2);
  expect(later.revision).toBeGreaterThan(revision + 3600);
  const neverIssued = await host.sync({ knownRevision: 2_147_483_646 });
  expect(codeOf(neverIssued)).toBe('invalid_input');
  expect(neverIssued.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['input', 'knownRevision']);
  await nodes.create('still-possible');
  expect((await sync(later.revision)).nodes).toHaveLength(3);
});

test('a node whose deletion is confirmed leaves the lists, and its events stay', async () => {
  const { host, executorId: id, nodes } = await begin('confirming');
  const node = await nodes.create('doomed');
  const report = { nodes: [{ id: node.id, phase: 'deleted', since: new Date().toISOString() }] };
  // Not requested yet: an agent cannot delete on its own, and reports it again in full.
  expect((await host.sync(report)).data.syncExecutor).toMatchObject({
    ...{ nodes: [{ id: node.id }], observedRevision: null },
  });
  const deleteExecutor = () =>
    controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', { id });
  expect(codeOf(await deleteExecutor())).toBe('executor_has_nodes');
  await nodes.delete(node.id);
  await host.report([host.event({ nodeId: node.id, kind: 'node.data_removed' })]);
  const answer = (await host.sync(report)).data.syncExecutor;
  expect(answer.nodes).toEqual([]);
  expect((await host.sync({ knownRevision: answer.revision })).data.syncExecutor.nodes).toBeNull();
  expect(await nodes.get(node.id)).toBeNull();
  expect(await eventsOf({ nodeName: 'doomed' })).toEqual(['node.data_removed']);
  expect((await deleteExecutor()).errors).toBeUndefined();
  expect(
    (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { id } }', { id })).executor,
  ).toBeNull();
});

test('keeps a container and a data root that a new agent does not mention', async () => {
  const { host, nodes } = await begin('restarted');
  const { id } = await nodes.create('on-restarted');
  const told = async (where: { containerId?: string | null; dataRoot?: string }) => {
    const since = '2026-01-01T00:00:00.000Z';
    await host.sync({ nodes: [{ id, phase: 'running', since, appliedRevision: 1, ...where }] });
    const { status, dataRoot } = await nodeOf(controlPlane, id, 'dataRoot status { containerId }');
    return [status.containerId, dataRoot];
  };
  expect(await told({})).toEqual([null, 'default']);
  expect(await told({ containerId: 'abc', dataRoot: 'ssd' })).toEqual(['abc', 'ssd']);
  expect(await told({})).toEqual(['abc', 'ssd']);
  expect(await told({ containerId: null, dataRoot: 'ssd' })).toEqual([null, 'ssd']);
  expect(await told({})).toEqual([null, 'ssd']);
  expect(await told({ containerId: 'def' })).toEqual(['def', 'default']);
});

test('an executor without heartbeats is reported offline once, and loses no event', async () => {
  const { host, executorId: id, nodes } = await begin('flaky');
  const node = await nodes.create('on-flaky');
  const observed = { nodes: [{ id: node.id, phase: 'running', since: new Date().toISOString() }] };
  await host.sync(observed);
  const look = async () =>
    (
      await controlPlane.ask(
        'query($id: ID!) { executor(where: { id: $id }) { status nodes { status { phase reason } } } }',
        { id },
      )
    ).executor;
  expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
  await lose('flaky');
  expect(await kinds('flaky')).toEqual(['executor.registered', 'executor.offline']);
  const reason = expect.stringContaining('was running in its last heartbeat');
  expect(await look()).toEqual({ status: 'offline', nodes: [{ status: { phase: 'unknown', reason } }] });
  await expect(nodes.create('late')).rejects.toThrow('executor_offline');
  const openLog = 'mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }';
  expect(codeOf(await controlPlane.call(openLog, { id: node.id }))).toBe('executor_offline');
  // A heartbeat that cannot be stored as a whole brings nothing back.
  await database.execute(sql`ALTER TABLE event RENAME TO event_away`);
  expect(codeOf(await host.sync(observed))).toBe('internal_error');
  await database.execute(sql`ALTER TABLE event_away RENAME TO event`);
  expect(codeOf(await host.sync(observed))).toBeUndefined();
  expect(await kinds('flaky')).toEqual(['executor.registered', 'executor.offline', 'executor.online']);
  expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
});

test('an outage of the control plane neither marks an executor offline nor renames one', async () => {
  const { host } = await begin('steady');
  await controlPlane.stop();
  await setExecutor('steady', { lastSeenAt: anHourAgo });
  await controlPlane.serve();
  const other = await (await agent('steady')).sync();
  expect(codeOf(other)).toBe('executor_name_in_use');
  expect(other.errors?.[0]?.extensions).toMatchObject({ hint: expect.stringContaining('--name') });
  expect(codeOf(await host.sync())).toBeUndefined();
  expect(await kinds('steady')).toEqual(['executor.registered']);
});

test('only one of several agents takes over an offline executor', async () => {
  const key = await controlPlane.key('executor');
  const contender = () => new TestExecutor(controlPlane, key, 'sought');
  await contender().sync();
  await setExecutor('sought', { online: false });
  await blocker.query('BEGIN');
  await blocker.query("SELECT 1 FROM executor WHERE name = 'sought' FOR UPDATE");
  const agents = [contender(), contender(), contender()];
  const asked = Promise.all(agents.map((one) => one.sync()));
  // Two at once have a connection for the same key; the third waits for them.
  await untilLocked(2);
  await blocker.query('COMMIT');
  const codes = (await asked).map(codeOf);
  expect(codes.toSorted()).toEqual(['executor_name_in_use', 'executor_name_in_use', undefined]);
  // The one that got it also keeps it.
  const next = await Promise.all(agents.map((one) => one.sync()));
  expect(next.map(codeOf)).toEqual(codes);
});

describe('a heartbeat that says nothing new', () => {
  const shown = async (id: string) =>
    (
      await controlPlane.ask(
        'query($where: ExecutorWhereUniqueInput!) { executor(where: $where) { status lastSeenAt version resources { cpuCores { free } } } }',
        { where: { id } },
      )
    ).executor;

  test('keeps the executor online and learns of a change', async () => {
    const { host, executorId, revision, observedRevision, nodes } = await begin('quiet');
    const before = await shown(executorId);
    const quiet = await host.repeat(observedRevision, { knownRevision: revision });
    expect(quiet.data.syncExecutor).toMatchObject({ executorId, revision, observedRevision, nodes: null });
    const after = await shown(executorId);
    expect({ ...after, lastSeenAt: null }).toEqual({ ...before, lastSeenAt: null });
    expect(after.lastSeenAt > before.lastSeenAt).toBe(true);
    await nodes.create('new-here');
    const changed = await host.repeat(observedRevision, { knownRevision: revision });
    expect(changed.data.syncExecutor.nodes).toHaveLength(1);
  });

  test('brings the resources that changed, and leaves the others as they were', async () => {
    const { host, executorId, observedRevision } = await begin('measured');
    const amount = { total: 8, usedByNodes: 0, free: 2.5 };
    const resources = { cpuCores: amount, memoryMiB: amount, diskGiB: amount };
    expect((await host.repeat(observedRevision, { resources })).data.syncExecutor.observedRevision).toBe(
      observedRevision,
    );
    await host.repeat(observedRevision);
    expect((await shown(executorId)).resources.cpuCores.free).toBe(2.5);
  });

  test('is asked for everything when the control plane holds something else', async () => {
    const { host, observedRevision } = await begin('changed');
    const next = (await host.sync({ version: '1.0.1' })).data.syncExecutor.observedRevision;
    expect(next).not.toBe(observedRevision);
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect(codeOf(await host.repeat(next))).toBeUndefined();
    await setExecutor('changed', { observedDigest: observedRevision });
    expect(codeOf(await host.repeat(next))).toBe('observation_unknown');
  });

  test('does not revive an offline, taken-over or deleted executor, but a full one does', async () => {
    const { host, executorId, observedRevision } = await begin('away');
    await setExecutor('away', { online: false });
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect((await shown(executorId)).status).toBe('offline');
    const other = new TestExecutor(controlPlane, host.key, 'away');
    const taken = (await other.sync()).data.syncExecutor.observedRevision;
    expect((await shown(executorId)).status).toBe('online');
    // Both observe the same.
    expect(taken).toBe(observedRevision);
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect(codeOf(await host.sync())).toBe('executor_name_in_use');
    expect(codeOf(await other.repeat(taken))).toBeUndefined();
    await database.delete(executor).where(eq(executor.id, executorId));
    expect(codeOf(await other.repeat(taken))).toBe('observation_unknown');
    expect((await other.sync()).data.syncExecutor.executorId).not.toBe(executorId);
  });

  test('binds no key', async () => {
    const { observedRevision } = await begin('bound');
    const unbound = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'bound');
    expect(codeOf(await unbound.repeat(observedRevision))).toBe('Forbidden');
  });

  test('waits for a report of the same agent that is under way, and is judged by it', async () => {
    const { host, observedRevision } = await begin('late');
    await blocker.query('BEGIN');
    await blocker.query("UPDATE executor SET observed_digest = 'later' WHERE name = 'late'");
    const repeated = host.repeat(observedRevision);
    await untilLocked();
    await blocker.query('COMMIT');
    expect(codeOf(await repeated)).toBe('observation_unknown');
  });
});
