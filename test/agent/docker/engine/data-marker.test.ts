import { randomUUID } from 'node:crypto';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import {
  markerAfter,
  parseMarker,
  readDataFormat,
  readDataMarker,
} from '../../../../src/agent/docker/engine/data-marker.ts';
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

async function create(): Promise<string> {
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
  return (await client.docker.getContainer(objectName(node.id)).inspect()).Id;
}

test('what opened a data directory stays with the data when the container is made again, and block files tell more', async () => {
  const first = await create();
  expect(await readDataMarker(client, first)).toBeNull();
  await writeConfig(
    client,
    first,
    '101:101',
    'server=1\n',
    markerAfter(null, { clientVersion: '28.0', nodeType: 'full' }),
  );
  await client.docker.getContainer(first).remove({ force: true });
  const second = await create();
  onTestFinished(() => client.docker.getContainer(second).remove({ force: true, v: true }));
  expect(await readDataMarker(client, second)).toEqual({ begunWith: '28.0', newest: '28.0', nodeType: 'full' });
  expect(await readDataFormat(client, second, 'regtest')).toEqual({ begunWith: '28.0', obfuscated: null });
  for (const [key, obfuscated] of [
    [Buffer.from('0102030405060708', 'hex'), true],
    [Buffer.alloc(8), false],
    // Being written, or cut off by a full disk.
    [Buffer.alloc(0), null],
  ] as const) {
    const archive = pack();
    archive.entry({ name: 'node/regtest/blocks/xor.dat' }, key);
    archive.finalize();
    const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
    await client.docker.getContainer(second).putArchive(bytes, { path: '/satrap' });
    expect(await readDataFormat(client, second, 'regtest')).toEqual({ begunWith: '28.0', obfuscated });
  }
});

test('the marker keeps the first version and the newest', () => {
  const earlier = { begunWith: '27.0', newest: '28.1' };
  const opened = (clientVersion: string) => markerAfter(earlier, { clientVersion, nodeType: 'pruned' });
  expect(opened('28.0')).toEqual({ begunWith: '27.0', newest: '28.1', nodeType: 'pruned' });
  expect(opened('30.0')).toEqual({ begunWith: '27.0', newest: '30.0', nodeType: 'pruned' });
});

test.each(['', '{', 'null', '{"begunWith":7}'])('%j is no marker', (text) => {
  expect(parseMarker(text)).toBeNull();
});
