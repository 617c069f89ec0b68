import { expect, test } from 'vitest';
import { archiveOf } from '../../../src/agent/docker/engine/volume-files.ts';
import { saveNodeRecord } from '../../../src/agent/node/record-store.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const user = { rpcAuth: authOf(tester) };
/** `createwallet` and `loadwallet` with `load_on_startup`. */
const created = (name: string) => ['createwallet', [name, null, null, null, null, null, true]] as const;

const call = async (node: TestNode, method: string, params: readonly unknown[]) => {
  const { status, result } = await callAs(node, tester, method, [...params]);
  expect([method, status]).toEqual([method, 200]);
  return result;
};

const loadedIn = (node: TestNode): Promise<unknown> =>
  until('the daemon answers', async () => {
    const { status, result } = await callAs(node, tester, 'listwallets').catch(() => ({ status: 0, result: null }));
    return status === 200 && result;
  });

const put = async (node: TestNode, name: string, content: string) => {
  const container = node.client.docker.getContainer(await node.containerId());
  const entry = { name: `node/${name}`, uid: 60_833, gid: 60_833 };
  await container.putArchive(await archiveOf([[entry, content]]), { path: '/satrap' });
};

test('a start loads the wallets again, and takes no other setting of the daemon', async () => {
  const node = await runningNode({ sampleIntervalSeconds: 1 }, user);
  const container = node.client.docker.getContainer(await node.containerId());
  await call(node, ...created('savings'));
  await call(node, ...created('daily'));
  await call(node, 'unloadwallet', ['daily', false]);
  await until('the next start loads it', () => node.record.configuredWallets?.join() === 'savings');

  // All that a daemon can write: settings where it keeps them, and where it kept them by default. Each would end it.
  await node.stop();
  await callAs(node, tester, 'backupwallet', ['/tmp/settings.json']);
  await put(node, 'regtest/settings.json', '{"uacomment":["/bad/"]}');
  await put(node, 'settings.json', '{"uacomment":["/bad/"]}');
  await put(node, 'bitcoin.conf', 'uacomment=/bad/\n');
  const { State } = await container.inspect();
  process.kill(State.Pid, 'SIGKILL');
  await until('the engine alone has started it', async () => {
    const now = (await container.inspect()).State;
    return now.Running && now.StartedAt !== State.StartedAt;
  });
  expect(await loadedIn(node)).toEqual(['savings']);

  node.start();
  await node.untilPhase('running');
  // No sample has it before the stop.
  await call(node, ...created('fresh'));
  node.desire({ ...user, restartCounter: 1 });
  await until('the agent has started it', () => node.events.filter(({ kind }) => kind === 'node.started')[1]);
  expect(await loadedIn(node)).toEqual(['savings', 'fresh']);
  expect(node.events.filter(({ kind }) => kind === 'node.wallets_not_loaded')).toEqual([]);

  // As by an agent that lost its store while the daemon was down.
  node.desire({ ...user, desiredState: 'stopped', restartCounter: 1 });
  await node.untilPhase('stopped');
  await node.stop();
  const { loadedWallets: _, ...rest } = node.record;
  saveNodeRecord(node.database, node.nodeId, rest);
  node.start();
  node.desire({ ...user, restartCounter: 1 });
  expect(await loadedIn(node)).toEqual(['savings', 'fresh']);
});

test('a wallet that is gone or damaged keeps no node from starting', async () => {
  const node = await runningNode({ sampleIntervalSeconds: 1 }, user);
  for (const name of ['gone', 'damaged', 'whole']) await call(node, ...created(name));
  node.desire({ ...user, desiredState: 'stopped' });
  await node.untilPhase('stopped');
  await put(node, 'regtest/wallets/gone', 'no folder');
  await put(node, 'regtest/wallets/damaged/wallet.dat', 'no wallet');
  node.desire(user);
  await node.untilPhase('running');
  const told = node.events.filter(({ kind }) => kind === 'node.wallets_not_loaded');
  expect(await loadedIn(node)).toEqual(['whole']);
  expect(told.flatMap(({ data }) => (data as { wallets: string[] }).wallets).toSorted()).toEqual(['damaged', 'gone']);
});
