import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startContainer, stopContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { createContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { writeConfig } from '../../../../src/agent/docker/engine/write-config.ts';
import { workloadSpec } from '../../../../src/agent/runtime/workload-spec.ts';
import { desired } from '../../../fixtures/node.ts';
import { daemonPorts } from '../../../harness/free-port.ts';

const client = new EngineClient(inject('dockerSocket'));
const owner = { executorId: randomUUID(), instanceId: randomUUID(), stopTimeoutSeconds: 60 };
const node = desired({ id: randomUUID() });

beforeAll(() => createVolume(client, { ...owner, nodeId: node.id, nodeName: node.name, directory: null }));
afterAll(() => removeVolume(client, node.id));

/** Creates the node's container, and returns its id. */
async function createDaemon(): Promise<string> {
  const settings = {
    bindAddress: '127.0.0.1',
    p2pBindAddress: '127.0.0.1',
    zmqBindAddress: '127.0.0.1',
    nodeUser: '101:101',
  };
  const spec = workloadSpec(node, settings, {
    image: inject('clientImages')['28.1'] ?? '',
    ports: await daemonPorts(),
    agentRpc: { password: randomUUID(), salt: 'aa' },
  });
  await createContainer(client, { desired: node, spec, specHash: 'hash' }, owner);
  const container = client.docker.getContainer(objectName(node.id));
  onTestFinished(() => container.remove({ force: true, v: true }));
  return (await container.inspect()).Id;
}

test('invariant 10: a daemon stopped in the moment of its start ends by itself, and is not killed after the grace', async () => {
  const id = await createDaemon();
  await writeConfig(client, id, '101:101', 'server=1\n', { begunWith: '28.1', newest: '28.1' });
  await startContainer(client, id);
  await stopContainer(client, id, 60);
  const { State } = await client.docker.getContainer(id).inspect();
  expect(State.Status).toBe('exited');
  // Killed by the engine it would be 137.
  expect(State.ExitCode).toBe(0);
});

test('to stop a container that is down or gone is no error', async () => {
  const id = await createDaemon();
  await stopContainer(client, id, 60);
  await stopContainer(client, randomUUID(), 60);
});
