import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';

const deleted = { desiredState: 'deleted' as const };

/** A node that has run with its data in a host directory. */
async function stoppedNode(): Promise<{ node: TestNode; dataRoot: string; directory: string }> {
  const dataRoot = mkdtempSync(join(tmpdir(), 'satrap-data-'));
  onTestFinished(() => rmSync(dataRoot, { recursive: true, force: true }));
  // The daemon's user needs access to its parents.
  chmodSync(dataRoot, 0o711);
  const node = await runningNode({ dataRoot });
  const directory = join(dataRoot, node.nodeId);
  expect(readdirSync(join(directory, 'node'))).toContain('regtest');
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  return { node, dataRoot, directory };
}

test('a daemon reaches its directory under the data root also when the agent runs with a strict umask', async () => {
  const umask = process.umask(0o077);
  onTestFinished(() => {
    process.umask(umask);
  });
  const { directory } = await stoppedNode();
  expect(statSync(directory).mode & 0o777).toBe(0o711);
});

test('a data root whose disk is not mounted takes no data, and does once it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataRoot = mkdtempSync(join(folder, 'root-'));
  for (const path of [folder, dataRoot]) chmodSync(path, 0o711);
  const mounts = { fstab: join(folder, 'fstab'), mountinfo: join(folder, 'mountinfo') };
  writeFileSync(mounts.fstab, `UUID=1 ${dataRoot} ext4 defaults 0 2\n`);
  const node = new TestNode({ dataRoot, mounts });
  node.desire();
  node.start();
  await node.untilReason(`nothing is mounted at ${dataRoot}`);
  expect(readdirSync(dataRoot)).toEqual([]);
  writeFileSync(mounts.mountinfo, `36 35 8:17 / ${dataRoot} rw,noatime shared:1 - ext4 /dev/sdb1 rw\n`);
  await node.untilPhase('running');
  expect(readdirSync(dataRoot)).toEqual([node.nodeId]);
});

test('invariant 2: does not call the data of a node removed while it cannot see the chain data directory where it lies', async () => {
  const { node, dataRoot, directory } = await stoppedNode();
  renameSync(dataRoot, `${dataRoot}-away`);
  node.desire(deleted);
  await node.untilReason('cannot see the chain data directory');
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.data-removed');
  await node.client.docker.getVolume(objectName(node.nodeId)).inspect();
  renameSync(`${dataRoot}-away`, dataRoot);
  node.desire(deleted);
  await node.untilPhase('deleted');
  expect(existsSync(directory)).toBe(false);
  expect(node.events.map(({ kind }) => kind)).toContain('node.data-removed');
});

test('removes the data of a deleted node also when someone removed only its volume', async () => {
  const { node, directory } = await stoppedNode();
  await node.stop();
  await node.client.docker.getContainer(await node.containerId()).remove();
  await node.client.docker.getVolume(objectName(node.nodeId)).remove();
  expect(existsSync(directory)).toBe(true);
  node.desire({ ...deleted, dataPolicy: 'keep' });
  node.start();
  await node.untilPhase('deleted');
  expect(existsSync(directory)).toBe(true);
  node.desire(deleted);
  await node.untilEvent('node.data-removed');
  expect(existsSync(directory)).toBe(false);
});
