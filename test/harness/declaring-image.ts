import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { inject } from 'vitest';
import { containerOutput } from '../../src/agent/docker/engine/container-logs.ts';
import { createContainer } from '../../src/agent/docker/engine/create-container.ts';
import type { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';
import { labels, objectName } from '../../src/agent/docker/engine/labels.ts';
import { readDataOwner, writeConfig } from '../../src/agent/docker/engine/volume-files.ts';
import { createVolume, removeVolume } from '../../src/agent/docker/engine/volumes.ts';
import { workloadSpec } from '../../src/agent/runtime/workload-spec.ts';
import { sharedLibraries } from '../../src/devhost/stand-in-archive.ts';
import { desired } from '../fixtures/node.ts';
import { daemonPorts } from './free-port.ts';
import { until } from './until.ts';

const programs = {
  'bin/sh': '/bin/dash',
  'bin/env': '/usr/bin/env',
  'bin/id': '/usr/bin/id',
  'bin/sleep': '/bin/sleep',
};
/** Shows its environment, its user, and whether it can write or run something in the image's volume. */
const script = `#!/bin/sh
echo "user $(id -u):$(id -g)"
env
(echo x > /evil/file) 2>/dev/null && echo 'wrote to the volume'
[ -e /evil/program ] && echo 'sees the files of the volume'
echo 'that is all'
trap 'exit 0' TERM
sleep 600 & wait
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

/** Builds an image that declares all that must not reach a container, on the engine of the tests. Returns its name. */
export async function declaringImage(): Promise<string> {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const [repo, tag] = ['satrap/declares-much', randomUUID()];
  const stream = await docker.importImage(Readable.from([await archive()]), { repo, tag, changes });
  await followProgress(stream, { onEvent: () => undefined, signal: AbortSignal.timeout(60_000) });
  return `${repo}:${tag}`;
}

export interface SeenContainer {
  output: string;
  /** Of the data that the agent prepared before the start. */
  owner: string | null;
  config: Docker.ContainerInspectInfo['Config'];
}

/** Runs a node's container of that image on an engine, and removes it. */
export async function runDeclaring(client: EngineClient, image: string): Promise<SeenContainer> {
  const agent = { executorId: randomUUID(), instanceId: randomUUID() };
  const node = desired({ id: randomUUID() });
  const container = client.docker.getContainer(objectName(node.id));
  await createVolume(client, { ...agent, nodeId: node.id, nodeName: node.name, directory: null });
  try {
    const addresses = { bindAddress: '127.0.0.1', p2pBindAddress: '127.0.0.1', zmqBindAddress: '127.0.0.1' };
    const spec = workloadSpec(
      node,
      { ...addresses, nodeUser: '60833:60833' },
      { image, ports: await daemonPorts(), agentRpc: { password: randomUUID(), salt: 'aa' } },
    );
    const id = await createContainer(client, { desired: node, spec, specHash: 'hash', stopTimeoutSeconds: 60 }, agent);
    await writeConfig(client, id, { uid: 60_833, gid: 60_833 }, '', { begunWith: '28.1', newest: '28.1' }, null);
    const owner = await readDataOwner(client, id);
    await container.start();
    const output = await until('the container has shown all', async () => {
      const { stdout } = await containerOutput(client, objectName(node.id));
      return stdout.includes('that is all') && stdout;
    });
    return { output, owner, config: (await container.inspect()).Config };
  } finally {
    await container.remove({ force: true, v: true }).catch((error: { statusCode?: number }) => {
      // What kept it from being created is the failure to report.
      if (error.statusCode !== 404) throw error;
    });
    await removeVolume(client, node.id);
  }
}
