import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrphanedNode } from '../../src/contract/types.generated.ts';
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

async function untilOrphan(nodeId: string): Promise<OrphanedNode> {
  return until('the data is listed and read', async () => {
    const { executors } = await host.controlPlane.ask(`{ executors { orphans { ${orphanFields} } } }`);
    const orphans: OrphanedNode[] = executors[0].orphans;
    return orphans.find((orphan) => orphan.nodeId === nodeId && orphan.data !== null);
  });
}

/** Kills the agent at each changing call, after the engine has done it. A repeated call eventually succeeds. */
function killAtEachCall(): void {
  const kills = new Map<string, number>();
  host.engine.interference = {
    afterDone: (call) => {
      const times = kills.get(call) ?? 0;
      kills.set(call, times + 1);
      if (times < 2) host.agent.strike();
    },
  };
}

const restarting = (what: string, isDone: () => Promise<boolean>) =>
  until(
    what,
    () => {
      if (host.agent.hasEnded) host.agent.start();
      return isDone();
    },
    90_000,
  );

test('chain data that was kept is listed with all that is known of it, goes on in a new node also while the agent is killed at each step, and is removed by name', {
  timeout: 240_000,
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
  expect(orphan.data?.sizeBytes).toBeGreaterThan(1000);

  killAtEachCall();
  const adopted = await nodes.create('second', { adoptData: id, desiredState: 'running' });
  expect(adopted.id).toBe(id);
  await restarting('the data is adopted', async () => {
    const node = await nodes.get(id);
    return node?.status.phase === 'running' && node.status.appliedRevision === node.revision;
  });
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  expect(await agent.containers(id)).toHaveLength(1);

  host.engine.interference = {};
  await nodes.delete(id, 'keep');
  await nodes.untilGone(id);
  expect((await untilOrphan(id)).name).toBe('first');
  const { executors } = await controlPlane.ask('{ executors { id } }');
  const data = { executorId: executors[0].id, nodeId: id, name: 'first', wallets: ['savings'] };
  const remove = 'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { id } }';
  await expect(controlPlane.ask(remove, { data: { ...data, wallets: [] } })).rejects.toThrow('would be lost');
  killAtEachCall();
  await controlPlane.ask(remove, { data });
  await restarting('the data is removed', async () => (await nodes.get(id)) === null);
  await host.heal();
  await nodes.untilEvent('first', 'node.data-removed');
  expect(await nodes.events('first', 'node.data-removed')).toHaveLength(1);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
  await until('nothing of it is listed', async () => {
    const answer = await controlPlane.ask('{ executors { orphans { nodeId } } }');
    return answer.executors[0].orphans.length === 0;
  });
});
