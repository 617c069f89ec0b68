import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { TestNode } from '../../harness/test-node.ts';

test('invariant 2: data in a data root waits for its disk, also to be deleted', async () => {
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const folder = scratchFolder('data');
  const dataRoot = join(folder, 'root');
  mkdirSync(dataRoot);
  // The daemon's user needs access to its parents.
  for (const path of [folder, dataRoot]) chmodSync(path, 0o711);
  const mounts = { fstab: join(folder, 'fstab'), mountinfo: join(folder, 'mountinfo') };
  writeFileSync(mounts.fstab, `UUID=1 ${dataRoot} ext4 defaults 0 2\n`);
  const node = new TestNode({ dataRoot, mounts });
  const isRemoved = () => node.events.some(({ kind }) => kind === 'node.data_removed');
  node.desire();
  node.start();
  await node.untilReason(`nothing is mounted at ${dataRoot}`);
  expect(readdirSync(dataRoot)).toEqual([]);
  writeFileSync(mounts.mountinfo, `36 35 8:17 / ${dataRoot} rw,noatime shared:1 - ext4 /dev/sdb1 rw\n`);
  await node.untilPhase('running');
  expect(readdirSync(dataRoot)).toEqual([node.nodeId]);
  const directory = join(dataRoot, node.nodeId);
  expect(readdirSync(join(directory, 'node'))).toContain('regtest');
  // The daemon's user reaches it although the agent runs with a strict umask.
  expect(statSync(directory).mode & 0o777).toBe(0o711);

  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  const volume = node.client.docker.getVolume(objectName(node.nodeId));
  renameSync(dataRoot, `${dataRoot}-away`);
  node.desire({ desiredState: 'deleted' });
  await node.untilReason('cannot see the chain data directory');
  expect(isRemoved()).toBe(false);
  await volume.inspect();

  renameSync(`${dataRoot}-away`, dataRoot);
  node.desire({ desiredState: 'deleted', dataPolicy: 'keep' });
  await node.untilPhase('deleted');
  // Someone removes the volume alone.
  await volume.remove();
  expect([existsSync(directory), isRemoved()]).toEqual([true, false]);
  node.desire({ desiredState: 'deleted' });
  await node.untilEvent('node.data_removed');
  expect(existsSync(directory)).toBe(false);
});
