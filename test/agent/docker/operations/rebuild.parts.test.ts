import { expect, test } from 'vitest';
import { containerLogs } from '../../../../src/agent/docker/engine/container-logs.ts';
import { paths } from '../../../../src/agent/docker/engine/paths.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { archiveOf } from '../../../../src/agent/docker/engine/volume-files.ts';
import { operation } from '../../../fixtures/node.ts';
import { runningNode, type TestNode } from '../../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

const user = { rpcAuth: authOf(tester) };
const rpc = async (node: TestNode, method: string, params: unknown[] = []) =>
  (await callAs(node, tester, method, params)).result;

const linesOf = async (node: TestNode) => containerLogs(node.client, await node.containerId(), 100_000);
const wipedChainStates = async (node: TestNode) =>
  (await linesOf(node)).filter((line) => /Wiping LevelDB in \S*chainstate/.test(line)).length;
const inspect = async (node: TestNode) => node.client.docker.getContainer(await node.containerId()).inspect();

test.each([false, true])(
  'a rebuild (chain state only: %s) needs one start, continues after a restart by the engine, and is done once',
  async (chainstateOnly) => {
    const node = await runningNode();
    node.desire(user);
    await until('the tester may call', async () => (await rpc(node, 'uptime').catch(() => null)) !== null);
    await rpc(node, 'generatetodescriptor', [50, 'raw(51)']);
    node.desire({ ...user, ...operation('reindex', { chainstateOnly, height: 50 }) });
    expect(await node.untilEvent('node.operation-succeeded')).toMatchObject({ data: { kind: 'reindex' } });
    expect(node.worker.report().operations).toMatchObject([{ id: 'reindex-1', state: 'succeeded' }]);
    expect(await rpc(node, 'getblockcount')).toBe(50);
    expect(await wipedChainStates(node)).toBe(1);

    const { Args, HostConfig, State } = await inspect(node);
    expect(HostConfig.RestartPolicy?.Name).toBe('unless-stopped');
    expect(Args.join(' ')).not.toContain('reindex');
    expect((await readFile(node.client, await node.containerId(), paths.configFile))?.toString()).not.toContain(
      'reindex',
    );
    process.kill(State.Pid, 'SIGKILL');
    await until('the engine has started it again', async () => (await inspect(node)).RestartCount > 0);
    await node.untilPhase('running');
    expect(await wipedChainStates(node)).toBe(1);
    for (const kind of ['node.reindex-started', 'node.reindex-begun', 'node.operation-succeeded'])
      expect(node.events.filter((event) => event.kind === kind)).toHaveLength(1);
  },
);

test('the engine does not start a daemon that ended before it began to rebuild, and the agent does, three times at most', async () => {
  const node = await runningNode();
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  // A daemon that cannot open its data directory exits before it reads any option.
  await breakData(node);
  node.desire(operation('reindex', { chainstateOnly: false, height: null }));
  expect(await node.untilEvent('node.operation-failed')).toMatchObject({ level: 'error' });
  expect(node.events.filter(({ kind }) => kind === 'node.reindex-started')).toHaveLength(3);
  expect(node.worker.report().operations).toMatchObject([{ state: 'failed' }]);
  expect(await wipedChainStates(node)).toBe(0);
});

/** Makes the lock file of the data directory unusable, so that the daemon exits at once. */
async function breakData(node: TestNode): Promise<void> {
  const bytes = await archiveOf([[{ name: 'regtest/.lock', uid: 0, gid: 0, mode: 0o000 }, '']]);
  await node.client.docker.getContainer(await node.containerId()).putArchive(bytes, { path: paths.dataDir });
}
