import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';

describe('the deletion of an executor', () => {
  let controlPlane: TestControlPlane;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  });
  afterAll(() => controlPlane?.destroy());

  async function register(name: string) {
    const host = await TestExecutor.withKey(controlPlane, name);
    const { executorId } = (await host.sync()).data.syncExecutor;
    return { host, executorId, nodes: new TestNodes(controlPlane, executorId) };
  }
  const deleteExecutor = (id: string) =>
    controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { name } }', { id });
  const lose = (name: string) =>
    whileDown(controlPlane, async (database) => {
      const anHourAgo = sql`now() - interval '1 hour'`;
      await database.update(executor).set({ lastSeenAt: anHourAgo }).where(eq(executor.name, name));
      await markOffline(database, 3600);
    });

  test('an executor that is lost is not deleted while a node is desired on it, which may still be asked for something', async () => {
    const { executorId, nodes } = await register('lost');
    const { id } = await nodes.create('desired');
    await lose('lost');
    const { requestNodeLifecycleAction: stopped } = await controlPlane.ask(
      'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: stop) { desiredState waitsFor } }',
      { id },
    );
    expect(stopped).toEqual({
      desiredState: 'stopped',
      waitsFor: expect.stringMatching(/^lost is offline, last seen .+ once it is back$/),
    });
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('an executor that is alive is not deleted before it confirms the deletion of its nodes', async () => {
    const { executorId, nodes } = await register('alive');
    await nodes.delete((await nodes.create('unconfirmed')).id);
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('an executor that is lost is deleted together with the nodes that are being deleted', async () => {
    const { host, executorId, nodes } = await register('gone');
    const { id } = await nodes.create('doomed');
    await nodes.delete(id);
    await lose('gone');
    expect((await deleteExecutor(executorId)).data.deleteExecutor).toEqual({ name: 'gone' });
    expect(await nodes.get(id)).toBeNull();
    const registered = (await host.sync()).data.syncExecutor;
    expect(registered.executorId).not.toBe(executorId);
    expect(registered.nodes).toEqual([]);
  });
});
