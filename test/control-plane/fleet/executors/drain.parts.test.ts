import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, newNode } = inhabited;
const database = sharedDatabase(controlPlane);

/** Registers an executor of this name. */
async function register(name: string, input: object = {}) {
  const registered = await TestExecutor.withKey(controlPlane, name);
  const { executorId } = (await registered.sync(input)).data.syncExecutor;
  return { host: registered, executorId, nodes: new TestNodes(controlPlane, executorId) };
}

describe('cordons and drains', () => {
  const fields = 'name cordon { by reason } drain { by reason remaining completedAt }';
  const ask = (mutation: string, id: string, reason?: string) => {
    const more = reason === undefined ? '' : `, reason: ${JSON.stringify(reason)}`;
    return controlPlane.call(
      `mutation($id: ID!) { ${mutation}(where: { id: $id }${more}) { executor { ${fields} } } }`,
      { id },
    );
  };
  const show = async (id: string) =>
    (await controlPlane.ask(`query($id: ID!) { executor(where: { id: $id }) { ${fields} } }`, { id })).executor;

  interface Wanted {
    id: string;
    name: string;
    revision: number;
    desiredState: string;
  }
  /** The desired states in a heartbeat's answer, after a report of the nodes. */
  const sync = async (host: TestExecutor, nodes: object[] = []): Promise<Wanted[]> =>
    (await host.sync({ nodes })).data.syncExecutor.nodes;
  const report = (phase: string) => (node: Wanted) => ({
    ...{ id: node.id, phase, since: '2026-11-21T12:00:00.000Z', appliedRevision: node.revision },
  });

  test('a cordon has an author and a reason, keeps nodes away, and ends on request', async () => {
    const { executorId } = await register('cordoned');
    const { data } = await ask('cordonExecutor', executorId, 'new disks');
    expect(data.cordonExecutor.executor.cordon).toEqual({ by: expect.stringMatching(/./), reason: 'new disks' });
    const refused = await inhabited.createNode({ name: 'late', executorId });
    expect(codeOf(refused)).toBe('executor_cordoned');
    expect(refused.errors?.[0]?.message).toContain('cordoned takes no new nodes: new disks (');
    expect((await ask('uncordonExecutor', executorId)).data.uncordonExecutor.executor.cordon).toBeNull();
    await newNode({ executorId, name: 'in-time' });
    for (const reason of ['  ', 'x'.repeat(501)])
      expect(codeOf(await ask('cordonExecutor', executorId, reason))).toBe('invalid_input');
  });

  test('a drain stops all nodes, reports the last one, and restores their desired state', async () => {
    const { host, executorId } = await register('drained');
    for (const name of ['runs-a', 'runs-b']) await newNode({ executorId, name });
    const rests = await newNode({ executorId, name: 'rests', desiredState: 'stopped' });
    const before = await sync(host);
    const reports = before.map((node) => report(node.id === rests ? 'stopped' : 'running')(node));
    await sync(host, reports);

    const { data } = await ask('drainExecutor', executorId, 'kernel update');
    expect(data.drainExecutor.executor).toMatchObject({
      cordon: { reason: 'kernel update' },
      drain: { reason: 'kernel update', remaining: 2, completedAt: null },
    });
    const wanted = await sync(host);
    expect(wanted.map(({ desiredState }) => desiredState)).toEqual(['stopped', 'stopped', 'stopped']);
    // A report of the previous revision proves nothing.
    await sync(host, before.map(report('stopped')));
    expect((await show(executorId)).drain).toMatchObject({ remaining: 2, completedAt: null });
    await sync(host, wanted.map(report('stopped')));
    expect((await show(executorId)).drain).toMatchObject({ remaining: 0, completedAt: expect.any(String) });

    await ask('undrainExecutor', executorId);
    expect(await show(executorId)).toMatchObject({ cordon: null, drain: null });
    const after = await sync(host);
    const asked = after.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ desiredState }) => desiredState);
    expect(asked).toEqual(['stopped', 'running', 'running']);
    const { events } = await controlPlane.ask(
      '{ events(filter: { executorName: "drained", direction: newer }) { nodes { kind message } } }',
    );
    expect(events.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['executor.registered', 'executor.draining', 'executor.drained', 'executor.undrained'],
    ]);
  });

  const request = async (id: string, action: string) => {
    const document = `mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: ${action}) { node { desiredState waitsFor } } }`;
    return (await controlPlane.ask(document, { id })).requestNodeLifecycleAction.node;
  };

  test('a node of a drained executor keeps its desired state, and says what it waits for', async () => {
    const { host, executorId } = await register('waiting');
    const id = await newNode({ executorId, name: 'waits', desiredState: 'stopped' });
    await ask('drainExecutor', executorId, 'moving house');
    expect(await request(id, 'start')).toEqual({
      desiredState: 'running',
      waitsFor: expect.stringMatching(
        /^waiting is drained: moving house \(.+\); the node runs again when the drain ends$/,
      ),
    });
    expect((await sync(host)).map(({ desiredState }) => desiredState)).toEqual(['stopped']);
  });

  test('a drain without daemons completes at once, and ends no earlier cordon', async () => {
    const { executorId } = await register('empty');
    await ask('cordonExecutor', executorId, 'old');
    const { data } = await ask('drainExecutor', executorId, 'scrap');
    expect(data.drainExecutor.executor).toMatchObject({ cordon: { reason: 'old' }, drain: { remaining: 0 } });
    expect(data.drainExecutor.executor.drain.completedAt).not.toBeNull();
    expect(codeOf(await ask('uncordonExecutor', executorId))).toBe('executor_draining');
    const undrained = (await ask('undrainExecutor', executorId)).data.undrainExecutor.executor;
    expect(undrained).toMatchObject({ cordon: { reason: 'old' }, drain: null });
  });

  const deleteExecutor = (id: string) =>
    controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { name } } }', { id });
  async function lose(name: string): Promise<void> {
    const lastSeenAt = new Date(Date.now() - 3_600_000);
    await database.update(executor).set({ lastSeenAt }).where(eq(executor.name, name));
    // It passes over a row that a rule's observation of the executor locks.
    await until('it is offline', async () => {
      await markOffline(database, { gaps: [], elapsed: 0 });
      return (await database.$count(executor, and(eq(executor.name, name), eq(executor.online, false)))) > 0;
    });
  }

  test('does not delete a lost executor while a node is desired on it', async () => {
    const { executorId, nodes } = await register('lost');
    const { id } = await nodes.create('desired');
    await lose('lost');
    const waitsFor = expect.stringMatching(/^lost is offline, last seen .+ when it reconnects$/);
    expect(await request(id, 'stop')).toEqual({ desiredState: 'stopped', waitsFor });
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('does not delete a live executor until it confirms the deletion of its nodes', async () => {
    const { executorId, nodes } = await register('alive');
    await nodes.delete((await nodes.create('unconfirmed')).id);
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('deletes a lost executor together with nodes that are being deleted', async () => {
    const { host, executorId, nodes } = await register('gone');
    const { id } = await nodes.create('doomed');
    await nodes.delete(id);
    await lose('gone');
    expect((await deleteExecutor(executorId)).data.deleteExecutor.executor).toEqual({ name: 'gone' });
    expect(await nodes.get(id)).toBeNull();
    const registered = (await host.sync()).data.syncExecutor;
    expect(registered.executorId).not.toBe(executorId);
    expect(registered.nodes).toEqual([]);
  });
});
