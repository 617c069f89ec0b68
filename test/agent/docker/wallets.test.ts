import { expect, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const hasVolume = async (node: TestNode): Promise<boolean> => {
  const { Volumes } = await node.client.docker.listVolumes({ filters: { name: [objectName(node.nodeId)] } });
  return (Volumes ?? []).length > 0;
};

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

  // Who may call RPC can put one where listwalletdir does not look.
  const elsewhere = '/satrap/node/elsewhere';
  await callAs(node, tester, 'createwallet', [elsewhere]);
  await until('it is reported', () => node.worker.report().wallets?.includes(elsewhere));
  await callAs(node, tester, 'unloadwallet', [elsewhere]);

  const id = await node.containerId();
  node.desire({ ...user, desiredState: 'deleted', dataPolicy: 'remove', removableWallets: ['daily'] });
  await node.untilReason('does not name: “/satrap/node/elsewhere”, “savings”');
  expect(await node.containerId()).toBe(id);

  // The container is removed by someone else: the wallets are looked for in the volume.
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
