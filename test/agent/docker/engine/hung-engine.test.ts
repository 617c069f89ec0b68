import { test } from 'vitest';
import { containerChanges } from '../../../../src/agent/docker/engine/container-events.ts';
import { containerLogs } from '../../../../src/agent/docker/engine/container-logs.ts';
import { statsReader } from '../../../../src/agent/docker/engine/container-stats.ts';
import { publishedPorts, startContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { type CallOptions, EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { engineInfo, engineStartedAt } from '../../../../src/agent/docker/engine/engine-info.ts';
import { askRegistry, imagePin, pullImage } from '../../../../src/agent/docker/engine/images.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { writeConfig } from '../../../../src/agent/docker/engine/volume-files.ts';
import {
  createVolume,
  executorVolumes,
  findVolumes,
  removeVolume,
} from '../../../../src/agent/docker/engine/volumes.ts';
import { until } from '../../../harness/until.ts';
import { strangeEngine } from './strange-engine.ts';

/** Its calls have the usual results, only sooner. */
class HastyClient extends EngineClient {
  override call<T>(what: string, work: (signal: AbortSignal) => Promise<T>, options?: CallOptions): Promise<T> {
    return super.call(what, work, { ...options, timeoutSeconds: 0.1 });
  }
}

const forever = new AbortController().signal;
const volume = { executorId: 'e', nodeId: 'n', nodeName: 'n', directory: null };

const calls: Record<string, (client: EngineClient) => Promise<unknown>> = {
  findVolumes: (client) => findVolumes(client, 'e', 'n'),
  executorVolumes: (client) => executorVolumes(client, 'e'),
  createVolume: (client) => createVolume(client, volume),
  removeVolume: (client) => removeVolume(client, 'n'),
  imagePin: (client) => imagePin(client, 'example/bitcoin:28.1'),
  askRegistry: (client) => askRegistry(client, 'example/bitcoin:28.1', forever),
  pullImage: (client) => pullImage(client, 'example/bitcoin:28.1', () => {}, forever),
  engineInfo: (client) => engineInfo(client),
  engineStartedAt: (client) => engineStartedAt(client),
  containerChanges: (client) => containerChanges(client, 'e', forever, () => {}).next(),
  'the measurements': (client) => statsReader(client, 'c')(),
  containerLogs: (client) => containerLogs(client, 'c', 10),
  publishedPorts: (client) => publishedPorts(client),
  startContainer: (client) => startContainer(client, 'c'),
  writeConfig: (client) =>
    writeConfig(client, 'c', { uid: 101, gid: 101 }, '', { begunWith: '28.1', newest: '28.1' }, null),
  readFile: (client) => readFile(client, 'c', '/satrap/satrap-data.json'),
};

test('no call leaves a connection open when the engine hangs', async () => {
  const { socketPath, server } = await strangeEngine(() => {});
  let connections = 0;
  server.on('connection', () => connections++);
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  for (const [name, call] of Object.entries(calls)) {
    connections = 0;
    // On a busy machine a call may time out before it has connected.
    await until(`${name} has reached the engine`, async () => {
      await call(new HastyClient(socketPath)).catch(() => {});
      return connections > 0;
    });
    await until(`the connection of ${name} is closed`, async () => (await open()) === 0);
  }
});
