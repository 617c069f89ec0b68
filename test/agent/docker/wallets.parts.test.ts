import type Docker from 'dockerode';
import { expect, inject, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const hasVolume = async (node: TestNode): Promise<boolean> => {
  const { Volumes } = await node.client.docker.listVolumes({ filters: { name: [objectName(node.nodeId)] } });
  return (Volumes ?? []).length > 0;
};

test('invariant 2: a wallet elsewhere in the data, which no sample has shown, keeps the data also where the agent does not see the volume', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  // As seen by an agent in a container.
  const list = client.docker.listVolumes.bind(client.docker);
  client.docker.listVolumes = (async (options: Docker.VolumeListOptions) => {
    const found = await list(options);
    return { ...found, Volumes: found.Volumes.map((volume) => ({ ...volume, Mountpoint: `/unseen/${volume.Name}` })) };
  }) as typeof client.docker.listVolumes;
  const node = await runningNode({ client });
  const user = { rpcAuth: authOf(tester) };
  node.desire(user);
  const answers = async () => (await callAs(node, tester, 'uptime').catch(() => null))?.status === 200;
  await until('the tester may call', answers);
  // Between two samples: nobody could record it.
  await node.stop();
  for (const path of ['/satrap/node/elsewhere', '/satrap/node/regtest/deep/er']) {
    await callAs(node, tester, 'createwallet', [path]);
    await callAs(node, tester, 'unloadwallet', [path]);
  }
  const deleted = { ...user, desiredState: 'deleted' as const, dataPolicy: 'remove' as const };
  node.desire({ ...deleted, removableWallets: ['/satrap/node/elsewhere'] });
  node.start();
  await node.untilReason('does not name: “/satrap/node/regtest/deep/er”');
  expect(await hasVolume(node)).toBe(true);
  node.desire({ ...deleted, removableWallets: ['/satrap/node/elsewhere', '/satrap/node/regtest/deep/er'] });
  await node.untilEvent('node.data-removed');
  expect(await hasVolume(node)).toBe(false);
  // The container that read the data is gone, with the mounts that hid the blocks.
  const { Volumes } = await list({ filters: { dangling: ['true'] } });
  const containers = await client.docker.listContainers({
    all: true,
    filters: { label: [`${labels.reads}=${node.nodeId}`] },
  });
  expect(containers).toEqual([]);
  expect(Volumes.filter(({ Labels }) => Labels?.[labels.reads] === node.nodeId)).toEqual([]);
});

test('invariant 2: a node’s wallets are reported, also those that no daemon has loaded, and none is removed that the deletion does not name', async () => {
  const node = await runningNode({ sampleIntervalSeconds: 1 });
  const user = { rpcAuth: authOf(tester) };
  node.desire(user);
  await until(
    'the tester may call',
    async () => (await callAs(node, tester, 'uptime').catch(() => null))?.status === 200,
  );
  for (const name of ['savings', 'daily']) await callAs(node, tester, 'createwallet', [name]);
  await callAs(node, tester, 'unloadwallet', ['savings']);
  await until('both are reported', () => node.worker.report().wallets?.length === 2);
  expect(node.worker.report().wallets).toEqual(['daily', 'savings']);

  // RPC users can create one where listwalletdir does not look.
  const elsewhere = '/satrap/node/elsewhere';
  await callAs(node, tester, 'createwallet', [elsewhere]);
  await until('it is reported', () => node.worker.report().wallets?.includes(elsewhere));
  await callAs(node, tester, 'unloadwallet', [elsewhere]);

  const id = await node.containerId();
  node.desire({ ...user, desiredState: 'deleted', dataPolicy: 'remove', removableWallets: ['daily'] });
  await node.untilReason('does not name: “/satrap/node/elsewhere”, “savings”');
  expect(await node.containerId()).toBe(id);

  // The container is removed by someone else: wallets are searched in the volume.
  await node.client.docker.getContainer(id).remove({ force: true });
  await node.stop();
  node.start();
  await node.untilReason('does not name: “/satrap/node/elsewhere”, “savings”');
  node.desire({ ...user, desiredState: 'deleted', dataPolicy: 'remove', removableWallets: ['daily', 'savings'] });
  await node.untilReason('does not name: “/satrap/node/elsewhere”');
  expect(await hasVolume(node)).toBe(true);

  const removableWallets = ['daily', 'savings', elsewhere];
  node.desire({ ...user, desiredState: 'deleted', dataPolicy: 'remove', removableWallets });
  await node.untilEvent('node.data-removed');
  expect(await hasVolume(node)).toBe(false);
});
