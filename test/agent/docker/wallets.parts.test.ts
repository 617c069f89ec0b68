import { connect } from 'node:net';
import type Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { statsReader } from '../../../src/agent/docker/engine/container-stats.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { archiveOf } from '../../../src/agent/docker/engine/volume-files.ts';
import { legacyWallets } from '../../../src/agent/docker/engine/wallets.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const hasVolume = async (node: TestNode): Promise<boolean> => {
  const { Volumes } = await node.client.docker.listVolumes({ filters: { name: [objectName(node.nodeId)] } });
  return (Volumes ?? []).length > 0;
};

test('invariant 2: removes no wallet that the deletion does not name', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  let isSeen = true;
  const list = client.docker.listVolumes.bind(client.docker);
  client.docker.listVolumes = (async (options: Docker.VolumeListOptions) => {
    const found = await list(options);
    if (isSeen) return found;
    return { ...found, Volumes: found.Volumes.map((volume) => ({ ...volume, Mountpoint: `/unseen/${volume.Name}` })) };
  }) as typeof client.docker.listVolumes;
  const user = { rpcAuth: authOf(tester) };
  const node = await runningNode({ client, sampleIntervalSeconds: 1 }, user);
  for (const name of ['savings', 'daily']) await callAs(node, tester, 'createwallet', [name]);
  await callAs(node, tester, 'unloadwallet', ['savings']);
  await until('both are reported', () => node.worker.report().wallets?.length === 2);
  const both = ['daily', 'savings'];
  expect(node.worker.report()).toMatchObject({ wallets: both, legacyWallets: both });
  // RPC users can create one where listwalletdir does not look.
  const [elsewhere, deep] = ['/satrap/node/elsewhere', '/satrap/node/regtest/deep/er'];
  await callAs(node, tester, 'createwallet', [elsewhere]);
  await until('it is reported', () => node.worker.report().legacyWallets?.includes(elsewhere));
  await callAs(node, tester, 'unloadwallet', [elsewhere]);
  // The stand-in writes only the legacy format.
  const modern = 'SQLite format 3\0'.padEnd(4096);
  const files = await archiveOf([[{ name: 'node/regtest/wallets/modern/wallet.dat' }, modern]]);
  const container = client.docker.getContainer(await node.containerId());
  await container.putArchive(files, { path: '/satrap' });
  const names = ['modern', 'daily', 'daily/wallet.dat', 'daily_1.legacy.bak', 'gone'];
  const wallets = { network: 'regtest' as const, names };
  expect(await legacyWallets(client, container.id, wallets)).toEqual(['daily', 'daily/wallet.dat']);
  // Between two samples: nobody could record it.
  await node.stop();
  await callAs(node, tester, 'createwallet', [deep]);
  await callAs(node, tester, 'unloadwallet', [deep]);

  const removing = (...named: string[]) =>
    node.desire({ ...user, desiredState: 'deleted', dataPolicy: 'remove', removableWallets: ['modern', ...named] });
  const id = await node.containerId();
  // As seen by an agent in a container.
  isSeen = false;
  removing('daily', 'savings', elsewhere);
  node.start();
  await node.untilReason(`does not name: “${deep}”`);
  expect(await node.containerId()).toBe(id);
  // The container is removed by someone else: wallets are searched in the volume.
  isSeen = true;
  await client.docker.getContainer(id).remove({ force: true });
  await node.stop();
  removing('daily');
  node.start();
  await node.untilReason(`does not name: “${elsewhere}”, “${deep}”, “savings”`);
  expect(await hasVolume(node)).toBe(true);

  removing('daily', 'savings', elsewhere, deep);
  await node.untilEvent('node.data_removed');
  expect(await hasVolume(node)).toBe(false);
  // The container that read the data is gone, with the mounts that hid the blocks.
  const { Volumes } = await list({ filters: { dangling: ['true'] } });
  const filters = { label: [`${labels.reads}=${node.nodeId}`] };
  expect(await client.docker.listContainers({ all: true, filters })).toEqual([]);
  expect(Volumes.filter(({ Labels }) => Labels?.[labels.reads] === node.nodeId)).toEqual([]);
});

test('counts the connections of RPC clients without the agent’s own', async () => {
  const node = await runningNode();
  await until('the node is sampled', () => node.worker.lastSample?.rpcConnections === 0);
  const { Id: id, State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  const counted = async () =>
    (await statsReader(node.client, { id, pid: State.Pid, startedAt: null }, { network: 'regtest', overrides: [] })())
      .rpcConnections;
  expect(await counted()).toBe(1);
  const rpcClient = connect(node.worker.report().endpoint?.rpcPort ?? 0, '127.0.0.1');
  onTestFinished(() => void rpcClient.destroy());
  await until('the client is counted', async () => (await counted()) === 2);
});
