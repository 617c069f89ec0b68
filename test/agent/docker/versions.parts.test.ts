import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeContainer, stopContainer } from '../../../src/agent/docker/engine/containers.ts';
import { readDataMarker } from '../../../src/agent/docker/engine/data-marker.ts';
import { whyUnreadable } from '../../../src/bitcoin/data-format.ts';
import { nodeChanges } from '../../../src/bitcoin/node-changes.ts';
import { wish } from '../../bitcoin/node-wish.ts';
import { scriptedDaemons } from '../../harness/scripted-daemon.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

let images: Record<string, string>;

beforeAll(async () => {
  images = await scriptedDaemons(['27.0', '28.0', '28.1']);
});

const newNode = (ids: { nodeId?: string; executorId?: string } = {}) => new TestNode({ images, ...ids });

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

/** Upgrades a node through these versions, one after the other. */
async function openedWith(versions: readonly string[]): Promise<TestNode> {
  const node = newNode();
  for (const [at, clientVersion] of versions.entries()) {
    node.desire({ clientVersion });
    if (at === 0) node.start();
    await untilUp(node, clientVersion);
  }
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

const refused = (version: string) => `bitcoind ${version} cannot read this node’s chain data`;

describe('versions and data directories', () => {
  test.each<[string[], string]>([
    [['27.0'], '28.1'],
    [['28.0'], '28.1'],
    [['28.1'], '28.0'],
    [['27.0', '28.1'], '27.0'],
  ])('data that was opened with %j goes on with %s', async (versions, next) => {
    const node = await openedWith(versions);
    node.desire({ clientVersion: next });
    await untilUp(node, next);
    const marker = await readDataMarker(node.client, await node.containerId());
    expect(marker).toMatchObject({ begunWith: versions[0], newest: [...versions, next].toSorted().at(-1) });
    expect(node.events.map(({ kind }) => kind)).not.toContain('node.exited');
  });

  test.each(['28.0', '28.1'])(
    'data that %s began is refused for 27.0 where the door let it pass, and the former version runs on',
    async (version) => {
      const node = await openedWith([version]);
      const before = await node.containerId();
      // Each change of a node has its own revision.
      node.desire({ clientVersion: '27.0', revision: 2 });
      await node.untilReason(refused('27.0'));
      expect(await node.containerId()).toBe(before);
      expect((await node.client.docker.getContainer(before).inspect()).State.Running).toBe(true);
      // Returning only takes a request.
      node.desire({ clientVersion: version, revision: 3 });
      await until('it is no longer refused', () => !node.worker.report().reason?.includes('cannot read'));
      expect(await node.containerId()).toBe(before);
    },
  );

  test('invariant 2: what opened the data is known also when the agent’s own store was lost', async () => {
    const ids = { nodeId: randomUUID(), executorId: randomUUID() };
    const lost = newNode(ids);
    lost.desire({ clientVersion: '28.1' });
    lost.start();
    await untilUp(lost, '28.1');
    await lost.stop();
    const containerId = await lost.containerId();
    await stopContainer(lost.client, containerId, 30);
    const found = newNode(ids);
    found.desire({ clientVersion: '27.0' });
    found.start();
    await found.untilReason(refused('27.0'));
    expect(await readDataMarker(found.client, containerId)).toMatchObject({ begunWith: '28.1', newest: '28.1' });
    // Without a container, one is created to read the data, and no daemon is started on it.
    await found.stop();
    await removeContainer(found.client, containerId);
    const again = newNode(ids);
    again.desire({ clientVersion: '27.0' });
    again.start();
    await again.untilReason(refused('27.0'));
    expect(again.events.map(({ kind }) => kind)).not.toContain('node.started');
    again.desire({ clientVersion: '28.1' });
    await untilUp(again, '28.1');
  });
});

test('the door refuses what the agent refuses, with the same words', () => {
  const data = { begunWith: '28.1', obfuscated: null };
  expect(whyUnreadable(data, '27.0')).toContain(refused('27.0'));
  const kinds = (from: object, clientVersion: string) =>
    nodeChanges(wish(from), wish({ ...from, clientVersion })).flatMap(({ consequences }) => consequences);
  expect(kinds({ data }, '27.0').map(({ kind }) => kind)).toEqual([
    ...['new_container', 'data_may_be_unreadable', 'default_changes'],
  ]);
});

test('where a version can be lowered, its price is named', () => {
  const data = { begunWith: '27.0', obfuscated: false };
  const [change] = nodeChanges(wish({ data }), wish({ data, clientVersion: '27.0' }));
  expect(change?.consequences.map(({ kind }) => kind)).toEqual(['new_container', 'version_lowered', 'default_changes']);
  expect(change?.consequences[1]?.message).toMatch(/27\.0 reads the chain data.*wallets/);
});
