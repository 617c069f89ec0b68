import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

describe('the RPC credentials of organizations', () => {
  let inhabited: Inhabited;
  beforeAll(async () => {
    inhabited = await startInhabited();
  });
  afterAll(() => inhabited?.controlPlane.destroy());

  test('each organization has a pair of its own, which all its nodes share', async () => {
    const { controlPlane, host, newNode, stranger } = inhabited;
    const pairOf = async (key: string) =>
      (await controlPlane.ask('{ nodeRpcCredentials { user password } }', {}, key)).nodeRpcCredentials;
    const [ours, theirs] = await Promise.all([pairOf(controlPlane.personalKey), pairOf(stranger.personalKey)]);
    expect(ours.password).toMatch(/^[\w-]{40,}$/);
    expect(theirs.password).toMatch(/^[\w-]{40,}$/);
    expect(theirs.password).not.toBe(ours.password);
    expect(await pairOf(stranger.personalKey)).toEqual(theirs);

    const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
    const { executorId } = (await other.sync()).data.syncExecutor;
    const data = { executorId, name: 'theirs', network: 'regtest' };
    await inhabited.createNode(data, stranger.personalKey);
    await newNode({ name: 'one' });
    await newNode({ name: 'two' });
    const authsOf = async (executor: TestExecutor): Promise<string[]> =>
      (await executor.sync()).data.syncExecutor.nodes.map(({ rpcAuth }: { rpcAuth: string }) => rpcAuth);
    const [oneOfOurs, ...othersOfOurs] = await authsOf(host);
    expect(othersOfOurs).toEqual([oneOfOurs]);
    const ofTheirs = await authsOf(other);
    expect(ofTheirs).toHaveLength(1);
    expect(ofTheirs).not.toContain(oneOfOurs);
  });
});
