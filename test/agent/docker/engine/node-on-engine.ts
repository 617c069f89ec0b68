import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { createContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { workloadSpec } from '../../../../src/agent/runtime/workload-spec.ts';
import { desired } from '../../../fixtures/node.ts';
import { daemonPorts } from '../../../harness/free-port.ts';

const settings = {
  bindAddress: '127.0.0.1',
  p2pBindAddress: '127.0.0.1',
  zmqBindAddress: '127.0.0.1',
  nodeUser: '101:101',
};

/**
 * A node with a volume on the test engine, shared by the tests of a file. They create its container like the agent, and
 * remove it.
 */
export function nodeOnEngine() {
  const client = new EngineClient(inject('dockerSocket'));
  const owner = { executorId: randomUUID(), instanceId: randomUUID(), stopTimeoutSeconds: 60 };
  const node = desired({ id: randomUUID() });
  beforeAll(() => createVolume(client, { ...owner, nodeId: node.id, nodeName: node.name, directory: null }));
  afterAll(() => removeVolume(client, node.id));
  const container = client.docker.getContainer(objectName(node.id));
  /** Creates the container without starting it. Returns its id. */
  const createDaemon = async (): Promise<string> => {
    const spec = workloadSpec(node, settings, {
      image: inject('clientImages')['28.1'] ?? '',
      ports: await daemonPorts(),
      agentRpc: { password: randomUUID(), salt: 'aa' },
    });
    await createContainer(client, { desired: node, spec, specHash: 'hash' }, owner);
    return (await container.inspect()).Id;
  };
  return { client, container, createDaemon };
}
