import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { archiveSpace } from '../../../../src/agent/docker/copy/archive-space.ts';
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

/** Copies a chain to a volume whose node requests a disk of 1 GiB, which this process does not see. */
async function copied(
  nodeId: string,
  toContainer: string,
  {
    onProgress = () => undefined,
    maxEntries,
  }: { onProgress?: (progress: object) => unknown; maxEntries?: number } = {},
) {
  const reader = await createDataReader(client, agent, { nodeId, image });
  onTestFinished(() => removeDataReaders(client, agent, nodeId));
  return await copyArchives({
    ...{ client, fromContainer: reader, toContainer },
    ...{ folders: seedFolders(configWith([])), owner: { uid: 101, gid: 101 }, estimate: 1000 },
    onProgress,
    requireSpace: await archiveSpace('/unseen/volume', 1),
    signal: new AbortController().signal,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
}

test('copies only the chain through the engine where the agent sees no volume', async () => {
  const [source, target] = [await place(), await place()];
  const blocks = randomBytes(3_000_000);
  const files = {
    ...{ 'blocks/blk00000.dat': blocks, 'blocks/index/000005.ldb': 'index', 'chainstate/000003.log': 'outputs' },
    ...{ 'wallets/savings/wallet.dat': 'keys', 'peers.dat': 'peers' },
  };
  const entry = (name: string) => ({ name: `node/regtest/${name}`, uid: 7, gid: 7, mode: 0o600 });
  const bytes = await archiveOf(Object.entries(files).map(([name, data]) => [entry(name), data]));
  await client.docker.getContainer(source.containerId).putArchive(bytes, { path: '/satrap' });

  const seen: object[] = [];
  const result = await copied(source.nodeId, target.containerId, { onProgress: (progress) => seen.push(progress) });
  expect(result).toEqual({ bytes: blocks.length + 12, method: 'engine' });
  expect(seen.at(-1)).toEqual({ done: blocks.length + 12, total: blocks.length + 12 });
  expect(await read(target.containerId, 'blocks/blk00000.dat')).toBe(blocks.toString('base64'));
  expect(await read(target.containerId, 'chainstate/000003.log')).toBe(Buffer.from('outputs').toString('base64'));
  expect(await read(target.containerId, 'wallets/savings/wallet.dat')).toBeNull();
  expect(await read(target.containerId, 'peers.dat')).toBeNull();
});

test.each<[what: string, refusal: string, prepare: (data: string) => void]>([
  [
    'a link in place of the network’s folder',
    '/satrap/node/regtest: not a folder',
    (data) => {
      mkdirSync(data);
      symlinkSync('/etc', join(data, 'regtest'));
    },
  ],
  [
    'a link in place of the blocks',
    '/satrap/node/regtest/blocks: not a folder',
    (data) => {
      mkdirSync(join(data, 'regtest'), { recursive: true });
      symlinkSync('/etc', join(data, 'regtest/blocks'));
    },
  ],
  [
    'a link in place of the index',
    'blocks/index: neither a file nor a folder',
    (data) => {
      mkdirSync(join(data, 'regtest/blocks'), { recursive: true });
      symlinkSync('/etc', join(data, 'regtest/blocks/index'));
    },
  ],
  [
    'a sparse file of terabytes',
    'more than the 1 GiB of the node’s disk request',
    (data) => {
      mkdirSync(join(data, 'regtest/blocks'), { recursive: true });
      writeFileSync(join(data, 'regtest/blocks/blk00000.dat'), '');
      truncateSync(join(data, 'regtest/blocks/blk00000.dat'), 5e12);
    },
  ],
])('refuses %s', async (_what, refusal, prepare) => {
  const [source, target] = [await place(), await place()];
  const { Mountpoint } = await client.docker.getVolume(objectName(source.nodeId)).inspect();
  prepare(join(Mountpoint, 'node'));
  await expect(copied(source.nodeId, target.containerId)).rejects.toThrow(refusal);
  expect(await read(target.containerId, 'blocks/blk00000.dat')).toBeNull();
});

test('refuses more entries than a copy may have, in all folders together', async () => {
  const [source, target] = [await place(), await place()];
  const names = ['blocks/blk00000.dat', 'chainstate/CURRENT'];
  // The engine makes the folders, which count as well.
  const bytes = await archiveOf(names.map((name) => [{ name: `node/regtest/${name}`, uid: 7, gid: 7 }, '']));
  await client.docker.getContainer(source.containerId).putArchive(bytes, { path: '/satrap' });
  const copy = (maxEntries: number) => copied(source.nodeId, target.containerId, { maxEntries });
  await expect(copy(3)).rejects.toThrow('cannot copy the data: it has more than 3 entries');
  await expect(copy(4)).resolves.toMatchObject({ method: 'engine' });
});

test('compares a copy with the free space of a disk that it sees', async () => {
  const requireSpace = await archiveSpace(tmpdir(), 1);
  await expect(requireSpace({ size: 2 * 1024 ** 3, done: 0 })).resolves.toBeUndefined();
  await expect(requireSpace({ size: 1e15, done: 0 })).rejects.toThrow(
    'but the copy needs 931322.6 GiB; free disk space',
  );
});

test('removes readers that a killed agent left, but only of this agent and node', async () => {
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
