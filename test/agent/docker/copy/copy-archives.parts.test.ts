import { randomBytes, randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyArchives } from '../../../../src/agent/docker/copy/copy-archives.ts';
import { seedFolders } from '../../../../src/agent/docker/copy/seed-folders.ts';
import { createDataReader, removeDataReaders } from '../../../../src/agent/docker/engine/data-reader.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { archiveOf } from '../../../../src/agent/docker/engine/volume-files.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { configWith } from '../../../bitcoin/config.ts';

const client = new EngineClient(inject('dockerSocket'));
const agent = { executorId: randomUUID(), instanceId: randomUUID() };
const image = Object.values(inject('clientImages'))[0] ?? '';

/** A volume of a node, and a container that mounts it and never runs. */
async function place(): Promise<{ nodeId: string; containerId: string }> {
  const nodeId = randomUUID();
  await createVolume(client, { executorId: agent.executorId, nodeId, nodeName: 'tried', directory: null });
  const { id } = await client.docker.createContainer({
    Image: image,
    HostConfig: { Mounts: [{ Type: 'volume', Source: objectName(nodeId), Target: '/satrap' }] },
  });
  onTestFinished(async () => {
    await client.docker.getContainer(id).remove({ force: true });
    await removeVolume(client, nodeId);
  });
  return { nodeId, containerId: id };
}

const read = async (containerId: string, path: string) =>
  (await readFile(client, containerId, `/satrap/node/regtest/${path}`, 10_000_000))?.toString('base64') ?? null;

test('copies the chain through the engine where the agent sees no volume, and nothing else', async () => {
  const [source, target] = [await place(), await place()];
  const blocks = randomBytes(3_000_000);
  const files = {
    ...{ 'blocks/blk00000.dat': blocks, 'blocks/index/000005.ldb': 'index', 'chainstate/000003.log': 'outputs' },
    ...{ 'wallets/savings/wallet.dat': 'keys', 'peers.dat': 'peers' },
  };
  const entry = (name: string) => ({ name: `node/regtest/${name}`, uid: 7, gid: 7, mode: 0o600 });
  const bytes = await archiveOf(Object.entries(files).map(([name, data]) => [entry(name), data]));
  await client.docker.getContainer(source.containerId).putArchive(bytes, { path: '/satrap' });

  const reader = await createDataReader(client, agent, { nodeId: source.nodeId, image });
  onTestFinished(() => removeDataReaders(client, agent, source.nodeId));
  const seen: object[] = [];
  const result = await copyArchives({
    ...{ client, fromContainer: reader, toContainer: target.containerId },
    ...{ folders: seedFolders(configWith([])), owner: { uid: 101, gid: 101 }, estimate: 1000 },
    onProgress: (progress) => seen.push(progress),
    signal: new AbortController().signal,
  });
  expect(result).toEqual({ bytes: blocks.length + 12, method: 'engine' });
  expect(seen.at(-1)).toEqual({ done: blocks.length + 12, total: blocks.length + 12 });
  expect(await read(target.containerId, 'blocks/blk00000.dat')).toBe(blocks.toString('base64'));
  expect(await read(target.containerId, 'chainstate/000003.log')).toBe(Buffer.from('outputs').toString('base64'));
  expect(await read(target.containerId, 'wallets/savings/wallet.dat')).toBeNull();
  expect(await read(target.containerId, 'peers.dat')).toBeNull();
});

test('a reader that a killed agent left behind is removed, and only those of this agent and node', async () => {
  const { nodeId } = await place();
  const other = { ...agent, instanceId: randomUUID() };
  onTestFinished(() => removeDataReaders(client, other, nodeId));
  const ids = [
    await createDataReader(client, agent, { nodeId, image }),
    await createDataReader(client, other, { nodeId, image }),
  ];
  const areLeft = async () => {
    const left = (await client.docker.listContainers({ all: true })).map(({ Id }) => Id);
    return ids.map((id) => left.includes(id));
  };
  await removeDataReaders(client, agent, randomUUID());
  expect(await areLeft()).toEqual([true, true]);
  await removeDataReaders(client, agent, nodeId);
  expect(await areLeft()).toEqual([false, true]);
});
