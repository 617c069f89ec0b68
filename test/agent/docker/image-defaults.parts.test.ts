import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { beforeAll, expect, inject, test } from 'vitest';
import { containerOutput } from '../../../src/agent/docker/engine/container-logs.ts';
import { createContainer } from '../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { followProgress } from '../../../src/agent/docker/engine/engine-progress.ts';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { createVolume, removeVolume } from '../../../src/agent/docker/engine/volumes.ts';
import { workloadSpec } from '../../../src/agent/runtime/workload-spec.ts';
import { sharedLibraries } from '../../../src/devhost/stand-in-archive.ts';
import { desired } from '../../fixtures/node.ts';
import { daemonPorts } from '../../harness/free-port.ts';

// Finding L2: what an image declares does not reach the container of a node.

const programs = { 'bin/sh': '/bin/dash', 'bin/env': '/usr/bin/env', 'bin/id': '/usr/bin/id' };
/** Shows its environment, its user, and whether it can write or run something in the image's volume. */
const script = `#!/bin/sh
echo "user $(id -u):$(id -g)"
env
(echo x > /evil/file) 2>/dev/null && echo 'wrote to the volume'
[ -e /evil/program ] && echo 'sees the files of the volume'
exit 0
`;
const changes = [
  'ENV PATH=/bin',
  'ENV LD_PRELOAD=/evil/program',
  'ENV SECRET_HOOK=1',
  'VOLUME /evil',
  'USER 0',
  'HEALTHCHECK CMD /bin/sh',
  `LABEL ${labels.node}=another ${labels.purpose}=reader ${labels.zmqPorts}=rawtx=1 traefik.enable=true`,
];

async function archive(): Promise<Buffer> {
  const packed = pack();
  const bytes = buffer(packed);
  for (const [name, path] of Object.entries(programs)) packed.entry({ name, mode: 0o755 }, await readFile(path));
  for (const path of await sharedLibraries(Object.values(programs), AbortSignal.timeout(60_000)))
    packed.entry({ name: path.slice(1), mode: 0o755 }, await readFile(path));
  packed.entry({ name: 'bin/bitcoind', mode: 0o755 }, script);
  packed.entry({ name: 'evil/program', mode: 0o755 }, 'not a library');
  packed.finalize();
  return bytes;
}

const made = { output: '', inspected: {} as Record<string, unknown>, labels: {} as Record<string, string> };

beforeAll(async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const [repo, tag] = ['satrap/declares-much', randomUUID()];
  const stream = await client.docker.importImage(Readable.from([await archive()]), { repo, tag, changes });
  await followProgress(stream, { onEvent: () => undefined, signal: AbortSignal.timeout(60_000) });
  const owner = { executorId: randomUUID(), instanceId: randomUUID() };
  const node = desired({ id: randomUUID() });
  const container = client.docker.getContainer(objectName(node.id));
  await createVolume(client, { ...owner, nodeId: node.id, nodeName: node.name, directory: null });
  try {
    const addresses = { bindAddress: '127.0.0.1', p2pBindAddress: '127.0.0.1', zmqBindAddress: '127.0.0.1' };
    const spec = workloadSpec(
      node,
      { ...addresses, nodeUser: '60833:60833' },
      { image: `${repo}:${tag}`, ports: await daemonPorts(), agentRpc: { password: randomUUID(), salt: 'aa' } },
    );
    await createContainer(client, { desired: node, spec, specHash: 'hash', stopTimeoutSeconds: 60 }, owner);
    await container.update({ RestartPolicy: { Name: 'no' } });
    await container.start();
    await container.wait();
    const { Config } = await container.inspect();
    made.inspected = Config as unknown as Record<string, unknown>;
    made.labels = Config.Labels;
    made.output = (await containerOutput(client, objectName(node.id))).stdout;
  } finally {
    await container.remove({ force: true, v: true });
    await removeVolume(client, node.id);
    await client.docker.getImage(`${repo}:${tag}`).remove();
  }
});

test('a container › loads no library that its image names', () => {
  expect(made.output).toMatch(/^LD_PRELOAD=$/m);
});

test('a container › has no value of a variable of its image', () => {
  expect(made.output).toMatch(/^SECRET_HOOK=$/m);
});

test('a container › cannot write to a volume of its image', () => {
  expect(made.output).not.toContain('wrote to the volume');
});

test('a container › sees no file of a volume of its image', () => {
  expect(made.output).not.toContain('sees the files of the volume');
});

test('a container › runs as the user of the host’s setting', () => {
  expect(made.output).toContain('user 60833:60833');
});

test('a container › has no health check', () => {
  expect(made.inspected['Healthcheck']).toEqual({ Test: ['NONE'] });
});

test('a container › has no value of a label of its image', () => {
  expect(made.labels).toMatchObject({ [labels.purpose]: '', [labels.zmqPorts]: '', 'traefik.enable': '' });
});

test('a container › keeps its own labels against those of its image', () => {
  expect(made.labels[labels.node]).not.toBe('another');
});
