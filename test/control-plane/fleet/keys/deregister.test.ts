import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
});
afterAll(() => controlPlane?.destroy());

async function newKey(name: string): Promise<string> {
  const input = { purpose: 'executor', name, executorName: name };
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }',
    { input },
  );
  return createApiKey.secret;
}
const leave = (key: string) => controlPlane.call('mutation { deregisterExecutor }', {}, key);
const executorOf = async (id: string) =>
  (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { status uninstalledAt } }', { id }))
    .executor;

test('an agent that takes its leave is missed by nobody: its executor is uninstalled, with an event, and its key revoked', async () => {
  const key = await newKey('leaving');
  const { data } = await new TestExecutor(controlPlane, key, 'leaving').sync();
  const id = data.syncExecutor.executorId;
  expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
  expect((await leave(key)).data.deregisterExecutor).toBe(id);
  const { status, uninstalledAt } = await executorOf(id);
  expect(status).toBe('offline');
  expect(Math.abs(Date.parse(uninstalledAt) - Date.now())).toBeLessThan(60_000);
  const { events } = await controlPlane.ask(
    'query($id: String!) { events(filter: { take: 100, kind: $id }) { nodes { message } } }',
    { id: 'executor.uninstalled' },
  );
  expect(events.nodes).toEqual([{ message: expect.stringContaining('The agent of leaving was uninstalled') }]);
  await until('its key is worthless', async () => (await leave(key)).status === 401);

  const again = await newKey('leaving');
  await new TestExecutor(controlPlane, again, 'leaving').sync();
  expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
});

test('nodes that the operator removed from the host with their data are deleted, and no other ones: the next agent gets none of them', async () => {
  const key = await newKey('emptied');
  const executor = new TestExecutor(controlPlane, key, 'emptied');
  const { executorId } = (await executor.sync()).data.syncExecutor;
  const stranger = new TestExecutor(controlPlane, await newKey('stranger'), 'stranger');
  const nodes = new TestNodes(controlPlane, executorId);
  const [removed, kept] = [await nodes.create('removed'), await nodes.create('kept')];
  const others = new TestNodes(controlPlane, (await stranger.sync()).data.syncExecutor.executorId);
  const foreign = await others.create('foreign');
  const removedNodes = [removed.id, foreign.id, 'no id'];
  const document = 'mutation($removedNodes: [ID!]) { deregisterExecutor(removedNodes: $removedNodes) }';
  expect((await controlPlane.call(document, { removedNodes }, key)).errors).toBeUndefined();
  const again = new TestExecutor(controlPlane, await newKey('emptied'), 'emptied');
  const desired = (await again.sync()).data.syncExecutor.nodes;
  expect(desired.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  expect((await stranger.sync()).data.syncExecutor.nodes).toHaveLength(1);
  const { events } = await controlPlane.ask(
    '{ events(filter: { take: 100, kind: "node.data-removed" }) { nodes { message } } }',
  );
  expect(events.nodes).toEqual([
    { message: 'The operator of emptied removed removed from the host with its chain data. The node is deleted.' },
  ]);
});

test('the leave of an executor that was deleted names none, and a key that nobody has used has nothing to leave', async () => {
  const key = await newKey('deleted');
  expect((await leave(key)).data.deregisterExecutor).toBeNull();
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }',
    { input: { purpose: 'executor', name: 'unused' } },
  );
  expect(codeOf(await leave(createApiKey.secret))).toBe('Forbidden');
});
