import { randomUUID } from 'node:crypto';
import util from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startContainer, stopContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { createContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../../../src/agent/docker/engine/labels.ts';
import {
  markerAfter,
  readDataFormat,
  readDataMarker,
  writeConfig,
} from '../../../../src/agent/docker/engine/volume-files.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { keepPin, resolveImage } from '../../../../src/agent/docker/image-pins.ts';
import { workloadSpec } from '../../../../src/agent/runtime/workload-spec.ts';
import { desired } from '../../../fixtures/node.ts';
import { DockerProxy } from '../../../harness/docker-proxy.ts';
import { daemonPorts } from '../../../harness/free-port.ts';
import { until } from '../../../harness/until.ts';
import { testStore } from '../../test-store.ts';

const user = { uid: 101, gid: 101 };
const addresses = { bindAddress: '127.0.0.1', p2pBindAddress: '127.0.0.1', zmqBindAddress: '127.0.0.1' };

test('invariant 10: a daemon stops cleanly even when stopped as it starts', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const owner = { executorId: randomUUID(), instanceId: randomUUID() };
  const node = desired({ id: randomUUID() });
  const container = client.docker.getContainer(objectName(node.id));
  await createVolume(client, { ...owner, nodeId: node.id, nodeName: node.name, directory: null });
  onTestFinished(async () => {
    await container.remove({ force: true, v: true });
    await removeVolume(client, node.id);
  });
  const create = async (): Promise<string> => {
    const image = inject('clientImages')['28.1'] ?? '';
    const choices = { image, ports: await daemonPorts(), agentRpc: { password: randomUUID(), salt: 'aa' } };
    const spec = workloadSpec(node, { ...addresses, nodeUser: '101:101' }, choices);
    await createContainer(client, { desired: node, spec, specHash: 'hash', stopTimeoutSeconds: 60 }, owner);
    return (await container.inspect()).Id;
  };
  const first = await create();
  expect(await readDataMarker(client, first)).toBeNull();
  const opened = markerAfter(null, { clientVersion: '28.0', nodeType: 'full' });
  const config = 'server=1\n';
  await writeConfig(client, first, user, config, opened, null);
  await container.remove({ force: true });
  const id = await create();
  expect(await readDataMarker(client, id)).toEqual({ begunWith: '28.0', newest: '28.0', nodeType: 'full' });
  expect(await readDataFormat(client, id, 'regtest')).toEqual({ begunWith: '28.0', obfuscated: null });

  // Down, or gone: no error.
  await stopContainer(client, id, 60);
  await stopContainer(client, randomUUID(), 60);
  await writeConfig(client, id, user, config, { begunWith: '28.1', newest: '28.1' }, null);
  await startContainer(client, id);
  await stopContainer(client, id, 60);
  const { State } = await container.inspect();
  expect(State.Status).toBe('exited');
  // 137 would be a kill by the engine. The daemon exits with 1 if the signal arrives before its start is complete.
  expect(State.ExitCode).toBeLessThan(2);
  await startContainer(client, id);
  const startedAt = async () => (await container.inspect()).State.StartedAt;
  const running = await startedAt();
  await startContainer(client, id);
  expect(await startedAt()).toBe(running);
});

test('a client gives up its calls when the agent ends, and lets no other one out', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  proxy.interference = { before: () => 'swallow' };
  const ending = new AbortController();
  const client = new EngineClient(proxy.socketPath, ending.signal);
  const stopped = stopContainer(client, randomUUID(), 600);
  await until('the call is under way', () => proxy.calls.length === 1);
  ending.abort();
  await expect(stopped).rejects.toThrow('cancelled waiting for Docker to stop the container');
  await expect(startContainer(client, randomUUID())).rejects.toThrow('cancelled waiting');
  expect(proxy.calls).toHaveLength(1);
});

test('docker-modem’s log of a call contains nothing about the connections', async () => {
  const written = vi.spyOn(util, 'inspect');
  onTestFinished(() => written.mockRestore());
  const { docker } = new EngineClient(inject('dockerSocket'));
  const calls = Array.from({ length: 3 }, () => docker.getContainer(randomUUID()).remove());
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  const lengths = written.mock.results.map(({ value }) => String(value).length);
  expect(lengths.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...lengths)).toBeLessThan(5000);
});

test('resolving an image writes nothing; the agent pins it when it keeps it', async () => {
  const { database } = testStore();
  const client = new EngineClient(inject('dockerSocket'));
  const reference = inject('clientImages')['28.1'] ?? '';
  const pins = () => database.prepare('SELECT reference, pin FROM image_pin').all();
  const image = await resolveImage(client, database, reference);
  expect(image).toMatchObject({ present: true, pin: expect.stringContaining('sha256:') });
  expect(pins()).toEqual([]);
  keepPin(database, image);
  expect(pins()).toEqual([{ reference, pin: image.pin }]);
  expect(await resolveImage(client, database, reference)).toEqual(image);
});
