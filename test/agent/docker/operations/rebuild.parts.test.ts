import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { containerLogs } from '../../../../src/agent/docker/engine/container-logs.ts';
import { paths } from '../../../../src/agent/docker/engine/paths.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { operation } from '../../../fixtures/node.ts';
import { TestNode } from '../../../harness/test-node.ts';
import { authOf, callAs, type Tester, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

test('a rebuild is begun by one start, goes on when the engine starts the daemon again, and is done once; a daemon that cannot begin is started three times; rotated credentials are valid meanwhile', async () => {
  const node = new TestNode();
  const container = async () => node.client.docker.getContainer(await node.containerId());
  const inspect = async () => (await container()).inspect();
  const rpc = async (method: string, params: unknown[] = []) => (await callAs(node, tester, method, params)).result;
  const wipedChainStates = async () =>
    (await containerLogs(node.client, await node.containerId(), 100_000)).filter((line) =>
      /Wiping LevelDB in \S*chainstate/.test(line),
    ).length;
  const count = (kind: string) => node.events.filter((event) => event.kind === kind).length;
  const untilState = (id: string, state: string) =>
    until(`${id} is ${state}`, () =>
      node.worker.report().operations?.some((one) => one.id === id && one.state === state),
    );

  // Both pairs are valid while the credentials are rotated, and afterwards the new one alone.
  const former: Tester = { user: 'tester', password: 'former' };
  const user = { rpcAuth: authOf(tester) };
  const statusOf = async (who: Tester) => (await callAs(node, who, 'uptime').catch(() => null))?.status;
  node.desire({ ...user, formerRpcAuth: authOf(former) });
  node.start();
  await node.untilPhase('running');
  expect([await statusOf(tester), await statusOf(former)]).toEqual([200, 200]);
  node.desire(user);
  await until('the former pair has ended', async () => (await statusOf(former)) === 401);
  await until('the new pair is valid', async () => (await statusOf(tester)) === 200);

  await rpc('generatetodescriptor', [50, 'raw(51)']);
  node.desire({ ...user, ...operation('reindex', { chainstateOnly: false, height: 50 }) });
  expect(await node.untilEvent('node.operation-succeeded')).toMatchObject({ data: { kind: 'reindex' } });
  expect(await rpc('getblockcount')).toBe(50);
  expect(await wipedChainStates()).toBe(1);
  const { Args, HostConfig, State } = await inspect();
  expect(HostConfig.RestartPolicy?.Name).toBe('unless-stopped');
  const config = await readFile(node.client, await node.containerId(), paths.configFile);
  expect(`${Args.join(' ')} ${config}`).not.toContain('reindex');
  process.kill(State.Pid, 'SIGKILL');
  await until('the engine has started it again', async () => (await inspect()).RestartCount > 0);
  await until('it answers', async () => (await statusOf(tester)) === 200);
  expect(await wipedChainStates()).toBe(1);

  node.desire({ ...user, ...operation('reindex', { chainstateOnly: true, height: 50 }, { id: 'reindex-2' }) });
  await untilState('reindex-2', 'succeeded');
  expect(await rpc('getblockcount')).toBe(50);
  expect(await wipedChainStates()).toBe(2);
  for (const kind of ['node.reindex-started', 'node.reindex-begun', 'node.operation-succeeded'])
    expect(count(kind)).toBe(2);

  node.desire({ ...user, desiredState: 'stopped' });
  await node.untilPhase('stopped');
  // A daemon that cannot lock its data directory exits before it reads any option.
  const archive = pack();
  archive.entry({ name: 'regtest/.lock', type: 'file', uid: 0, gid: 0, mode: 0o000 }, '');
  archive.finalize();
  const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
  await (await container()).putArchive(bytes, { path: paths.dataDir });
  node.desire({ ...user, ...operation('reindex', { chainstateOnly: false, height: null }, { id: 'reindex-3' }) });
  expect(await node.untilEvent('node.operation-failed')).toMatchObject({ level: 'error' });
  await untilState('reindex-3', 'failed');
  expect(count('node.reindex-started')).toBe(2 + 3);
  expect(await wipedChainStates()).toBe(2);
});
