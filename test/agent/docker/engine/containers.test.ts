import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startContainer, stopContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { createContainer, paths } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { writeConfig } from '../../../../src/agent/docker/engine/write-config.ts';
import { freePort } from '../../../setup/postgres.ts';

const client = new EngineClient(inject('dockerSocket'));
const own = { executorId: randomUUID(), instanceId: randomUUID(), nodeId: randomUUID(), nodeName: 'n' };

beforeAll(() => createVolume(client, { ...own, directory: null }));
afterAll(() => removeVolume(client, own.nodeId));

async function daemon(): Promise<string> {
  const id = await createContainer(client, {
    ...own,
    image: inject('clientImages')['28.1'] ?? '',
    arguments: ['-chain=regtest', `-datadir=${paths.dataDir}`, '-listen=0'],
    user: '101:101',
    cpuCores: 1,
    memoryMiB: 600,
    rpc: { address: '127.0.0.1', hostPort: await freePort(), containerPort: 18443 },
    p2p: { address: '127.0.0.1', hostPort: await freePort(), containerPort: 18444 },
    stopTimeoutSeconds: 60,
    specHash: 'hash',
    revision: 1,
  });
  onTestFinished(async () => {
    await client.docker.getContainer(id).remove({ force: true, v: true });
  });
  return id;
}

test('invariant 10: a daemon that is asked to stop in the moment of its start ends by itself, not after the grace', async () => {
  const id = await daemon();
  await writeConfig(client, id, '101:101', 'server=1\n');
  await startContainer(client, id);
  await stopContainer(client, id, 60);
  const { State } = await client.docker.getContainer(id).inspect();
  expect(State.Status).toBe('exited');
  // Killed by the engine it would be 137.
  expect(State.ExitCode).toBe(0);
});

test('stopping a container that is down or gone is no error', async () => {
  const id = await daemon();
  await stopContainer(client, id, 60);
  await stopContainer(client, randomUUID(), 60);
});
