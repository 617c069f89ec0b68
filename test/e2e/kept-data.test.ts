import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost({ heartbeatSeconds: 2 });
  return () => host[Symbol.asyncDispose]();
});
beforeEach(() => host.heal());

const orphanFields =
  'nodeId name kept data { network nodeType height bestBlockHash sizeBytes begunWith openedWith wallets }';

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function untilOrphan(nodeId: string): Promise<any> {
  return until('the data is listed and read', async () => {
    const { executors } = await host.controlPlane.ask(`{ executors { orphans { ${orphanFields} } } }`);
    // biome-ignore lint/suspicious/noExplicitAny: the same
    return executors[0].orphans.find((orphan: any) => orphan.nodeId === nodeId && orphan.data !== null);
  });
}

test('chain data that was kept is listed with all that is known of it, goes on in a new node also after the agent was killed, and is removed by name', {
  timeout: 180_000,
}, async () => {
  const { nodes, agent, controlPlane } = host;
  const { id } = await nodes.create('first');
  await nodes.untilPhase(id, 'running');
  const hash = await nodes.mine(id, 7);
  await nodes.rpc(id, 'createwallet', ['savings']);
  await until('the agent has heard the tip', async () => (await nodes.get(id))?.metrics?.height === 7);
  await nodes.delete(id, 'keep');
  await nodes.untilGone(id);
  const orphan = await untilOrphan(id);
  expect(orphan).toMatchObject({ nodeId: id, name: 'first', kept: true });
  expect(orphan.data).toMatchObject({ network: 'regtest', nodeType: 'full', height: 7, bestBlockHash: hash });
  expect(orphan.data).toMatchObject({ begunWith: '28.1', openedWith: '28.1', wallets: ['savings'] });
  expect(orphan.data.sizeBytes).toBeGreaterThan(1000);

  const adopted = await nodes.create('second', { adoptData: id, desiredState: 'running' });
  expect(adopted.id).toBe(id);
  await agent.stop('SIGKILL');
  await agent.startAndSync();
  await nodes.untilPhase(id, 'running');
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  expect(await agent.containers(id)).toHaveLength(1);

  await nodes.delete(id, 'keep');
  await nodes.untilGone(id);
  expect((await untilOrphan(id)).name).toBe('first');
  const { executors } = await controlPlane.ask('{ executors { id } }');
  const data = { executorId: executors[0].id, nodeId: id, name: 'first', wallets: ['savings'] };
  const remove = 'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { id } }';
  await expect(controlPlane.ask(remove, { data: { ...data, wallets: [] } })).rejects.toThrow('would be lost for ever');
  await controlPlane.ask(remove, { data });
  await nodes.untilGone(id);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
  await until('nothing of it is listed', async () => {
    const answer = await controlPlane.ask('{ executors { orphans { nodeId } } }');
    return answer.executors[0].orphans.length === 0;
  });
});
