import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markOffline } from '../../../src/control-plane/executors/mark-offline.ts';
import { executor } from '../../../src/control-plane/executors/table.ts';
import { TestControlPlane } from '../../harness/control-plane.ts';
import { whileDown } from '../../harness/database.ts';
import { databases } from '../../harness/databases.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { TestNodes } from '../../harness/nodes.ts';

describe.each(databases)('deletion on %s', (_name, options) => {
  let controlPlane: TestControlPlane;
  let host: TestExecutor;
  let executorId: string;
  let nodes: TestNodes;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ ...options(), heartbeatSeconds: 60 });
    host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host');
    executorId = (await host.sync()).data.syncExecutor.executorId;
    nodes = new TestNodes(controlPlane, executorId);
  });
  afterAll(() => controlPlane?.destroy());

  const deleteNode = async (id: string, rest = ''): Promise<string> => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    return (await controlPlane.ask(document, { id })).deleteNode.dataPolicy;
  };
  const deleteExecutor = () =>
    controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { name } }', { id: executorId });

  test('invariant 2: a repeated deletion without a word on the data keeps what was to be kept', async () => {
    const { id } = await nodes.create('precious');
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, ', data: null')).toBe('keep');
    expect(await deleteNode(id, ', data: remove')).toBe('remove');
    expect(await deleteNode(id)).toBe('remove');
    const plain = await nodes.create('plain');
    expect(await deleteNode(plain.id)).toBe('remove');
  });

  test('of an executor that is lost takes along the nodes that are being deleted, and only those', async () => {
    const { id } = await nodes.create('wanted');
    const refused = async () => (await deleteExecutor()).errors?.[0]?.extensions?.code;
    await whileDown(controlPlane, async (database) => {
      await database
        .update(executor)
        .set({ lastSeenAt: sql`now() - interval '1 hour'` })
        .where(eq(executor.id, executorId));
      await markOffline(database, 180);
    });
    expect(await refused()).toBe('executor_has_nodes');
    await host.sync();
    await deleteNode(id);
    // It is alive, so it will say what became of them.
    expect(await refused()).toBe('executor_has_nodes');
    await whileDown(controlPlane, (database) => database.update(executor).set({ online: false }));
    expect((await deleteExecutor()).data.deleteExecutor).toEqual({ name: 'host' });
    expect((await controlPlane.ask('{ nodes { id } executors { id } }')) as object).toEqual({
      nodes: [],
      executors: [],
    });
    const again = (await host.sync()).data.syncExecutor;
    expect(again.executorId).not.toBe(executorId);
    expect(again.nodes).toEqual([]);
  });
});

describe.each(databases)('blocks that are gone on %s', (_name, options) => {
  let controlPlane: TestControlPlane;
  afterAll(() => controlPlane?.destroy());

  test('do not come back by removing the override that pruned them', async () => {
    controlPlane = await TestControlPlane.start(options());
    const host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host');
    const nodes = new TestNodes(controlPlane, (await host.sync()).data.syncExecutor.executorId);
    const { id } = await nodes.create('thrifty', { overrides: [{ key: 'prune', value: '550' }] });
    await expect(nodes.update(id, { overrides: [] })).rejects.toThrow('has thrown its old blocks away');
    await expect(nodes.update(id, { overrides: [{ key: 'prune', value: '0' }] })).rejects.toThrow('thrown');
    expect(await nodes.update(id, { overrides: [{ key: 'prune', value: '600' }] })).toMatchObject({ revision: 2 });
    expect(await nodes.update(id, { nodeType: 'pruned', overrides: [] })).toMatchObject({ revision: 3 });
  });
});
