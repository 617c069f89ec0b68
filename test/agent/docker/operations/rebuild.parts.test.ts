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

test('a rebuild needs one start, survives restarts, and is retried three times at most', async () => {
  const node = await runningNode({}, user);
  const eventsOf = (kind: string) => node.events.filter((event) => event.kind === kind);
  const request = (id: string, chainstateOnly: boolean) =>
    node.desire({ ...user, ...operation('reindex', { chainstateOnly, height: 50 }, { id }) });
  await rpc(node, 'generatetodescriptor', [50, 'raw(51)']);
  for (const [done, chainstateOnly] of [false, true].entries()) {
    const id = `reindex-${done}`;
    request(id, chainstateOnly);
    await until('it has succeeded', () => eventsOf('node.operation_succeeded').length > done);
    expect(eventsOf('node.operation_succeeded').at(-1)).toMatchObject({ data: { kind: 'reindex' } });
    expect(node.worker.report().operations).toMatchObject([{ id, state: 'succeeded' }]);
    expect(await rpc(node, 'getblockcount')).toBe(50);
    expect(await wipedChainStates(node)).toBe(done + 1);
    const { Args, HostConfig } = await inspect(node);
    expect(HostConfig.RestartPolicy?.Name).toBe('always');
    expect(Args.join(' ')).not.toContain('reindex');
    const config = await readFile(node.client, await node.containerId(), paths.configFile);
    expect(config?.toString()).not.toContain('reindex');
  }
  process.kill((await inspect(node)).State.Pid, 'SIGKILL');
  await until('the engine has started it again', async () => (await inspect(node)).RestartCount > 0);
  await node.untilPhase('running');
  expect(await wipedChainStates(node)).toBe(2);
  for (const kind of ['node.reindex_started', 'node.reindex_begun', 'node.operation_succeeded'])
    expect(eventsOf(kind)).toHaveLength(2);

  node.desire({ ...user, desiredState: 'stopped' });
  await node.untilPhase('stopped');
  // A daemon that cannot open its data directory exits before it reads any option.
  await breakData(node);
  request('reindex-2', false);
  expect(await node.untilEvent('node.operation_failed')).toMatchObject({ level: 'error' });
  expect(eventsOf('node.reindex_started')).toHaveLength(2 + 3);
  expect(node.worker.report().operations).toMatchObject([{ id: 'reindex-2', state: 'failed' }]);
  expect(await wipedChainStates(node)).toBe(2);
});

/** Makes the lock file of the data directory unusable, so that the daemon exits at once. */
async function breakData(node: TestNode): Promise<void> {
  const bytes = await archiveOf([[{ name: 'regtest/.lock', uid: 0, gid: 0, mode: 0o000 }, '']]);
  await node.client.docker.getContainer(await node.containerId()).putArchive(bytes, { path: paths.dataDir });
}
