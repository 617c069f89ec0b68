import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { removeContainer, stopContainer } from '../../../src/agent/docker/engine/containers.ts';
import { readDataMarker } from '../../../src/agent/docker/engine/volume-files.ts';
import { scriptedDaemons } from '../../harness/scripted-daemon.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

let images: Record<string, string>;

beforeAll(async () => {
  images = await scriptedDaemons(['27.0', '28.1']);
});

/** Waits until the node's container runs the image of a version, and its daemon has not exited. */
async function untilUp(node: TestNode, version: string): Promise<void> {
  const { Id } = await node.client.docker.getImage(images[version] ?? '').inspect();
  await until(`${version} runs`, async () => {
    const container = node.client.docker.getContainer(await node.containerId().catch(() => 'none'));
    const inspected = await container.inspect().catch(() => undefined);
    if (inspected?.Image !== Id || !inspected.State.Running) return false;
    return (await container.logs({ stdout: true, stderr: true })).toString().includes(`version v${version}`);
  });
}

function startedNode(clientVersion: string, ids: { nodeId?: string; executorId?: string } = {}): TestNode {
  const node = new TestNode({ images, ...ids });
  node.desire({ clientVersion });
  node.start();
  return node;
}

test('a node of another family runs from the image of that family, started as it asks', async () => {
  const clientVersion = '29.3.knots20260508';
  const node = new TestNode({ images, knotsImages: { [clientVersion]: images['28.1'] ?? '' } });
  node.desire({ client: 'knots', clientVersion });
  node.start();
  await untilUp(node, '28.1');
  const { Config } = await node.client.docker.getContainer(await node.containerId()).inspect();
  expect(Config).toMatchObject({ Entrypoint: ['bitcoind'], Cmd: expect.arrayContaining(['-confrw=/dev/null']) });
});

test('data created by 27.0 is used by 28.1, and by 27.0 again', async () => {
  const node = startedNode('27.0');
  await untilUp(node, '27.0');
  for (const clientVersion of ['28.1', '27.0']) {
    node.desire({ clientVersion });
    await untilUp(node, clientVersion);
  }
  const marker = await readDataMarker(node.client, await node.containerId());
  expect(marker).toMatchObject({ begunWith: '27.0', newest: '28.1' });
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.exited');
});

test('invariant 2: refuses 27.0 for data of 28.1, also after the store was lost', async () => {
  const ids = { nodeId: randomUUID(), executorId: randomUUID() };
  const refused = 'bitcoind 27.0 cannot read this node’s chain data';
  const lost = startedNode('28.1', ids);
  await untilUp(lost, '28.1');
  const containerId = await lost.containerId();
  // Each change of a node has its own revision.
  lost.desire({ clientVersion: '27.0', revision: 2 });
  await lost.untilReason(refused);
  expect(await lost.containerId()).toBe(containerId);
  expect((await lost.client.docker.getContainer(containerId).inspect()).State.Running).toBe(true);
  // Returning only takes a request.
  lost.desire({ clientVersion: '28.1', revision: 3 });
  await until('it is no longer refused', () => !lost.worker.report().reason?.includes('cannot read'));
  expect(await lost.containerId()).toBe(containerId);

  await lost.stop();
  await stopContainer(lost.client, containerId, 30);
  const found = startedNode('27.0', ids);
  await found.untilReason(refused);
  expect(await readDataMarker(found.client, containerId)).toMatchObject({ begunWith: '28.1', newest: '28.1' });
  // Without a container, one is created to read the data, and no daemon is started on it.
  await found.stop();
  await removeContainer(found.client, containerId);
  const again = startedNode('27.0', ids);
  await again.untilReason(refused);
  expect(again.events.map(({ kind }) => kind)).not.toContain('node.started');
  again.desire({ clientVersion: '28.1' });
  await untilUp(again, '28.1');
});
