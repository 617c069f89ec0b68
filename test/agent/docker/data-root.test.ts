import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { TestWorker } from '../../harness/worker.ts';

const deleted = { desiredState: 'deleted' as const };

/** A node that has run with its data in a directory of the host. */
async function stoppedNode(): Promise<{ node: TestWorker; dataRoot: string; directory: string }> {
  const dataRoot = mkdtempSync(join(tmpdir(), 'satrap-data-'));
  // The daemon's user must be able to pass through.
  chmodSync(dataRoot, 0o711);
  const node = new TestWorker({ dataRoot });
  onTestFinished(async () => {
    await node.destroy();
    rmSync(dataRoot, { recursive: true, force: true });
  });
  node.want();
  node.start();
  await node.untilPhase('running');
  const directory = join(dataRoot, node.nodeId);
  expect(readdirSync(join(directory, 'node'))).toContain('regtest');
  node.want({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  return { node, dataRoot, directory };
}

test('does not call the data of a node removed while it does not see where it lies', async () => {
  const { node, dataRoot, directory } = await stoppedNode();
  renameSync(dataRoot, `${dataRoot}-away`);
  node.want(deleted);
  await node.untilReason('does not see the directory');
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.data-removed');
  await node.client.docker.getVolume(objectName(node.nodeId)).inspect();
  renameSync(`${dataRoot}-away`, dataRoot);
  node.want(deleted);
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
  node.want({ ...deleted, dataPolicy: 'keep' });
  node.start();
  await node.untilPhase('deleted');
  expect(existsSync(directory)).toBe(true);
  node.want(deleted);
  await node.untilEvent('node.data-removed');
  expect(existsSync(directory)).toBe(false);
});
