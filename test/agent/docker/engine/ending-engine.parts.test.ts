import { expect, inject, test } from 'vitest';
import { startContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { createVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { startPrivateEngine } from '../../../harness/private-engine.ts';
import { until } from '../../../harness/until.ts';

test('a daemon that an engine has stopped for its own end is not started again while the engine still waits for another one, and no volume is made whose labels it would forget', async () => {
  const image = inject('clientImages')['28.1'] ?? '';
  await using engine = await startPrivateEngine({ images: [image] });
  const client = new EngineClient(engine.socketPath);
  const start = async () => {
    const options = {
      Image: image,
      Entrypoint: ['bitcoind'],
      Cmd: ['-chain=regtest', '-datadir=/tmp'],
      StopTimeout: 60,
    };
    const { id } = await client.docker.createContainer(options);
    await startContainer(client, id);
    // Before its first output it handles no signal, and the kernel drops unhandled signals of PID 1.
    const container = client.docker.getContainer(id);
    await until('it says something', async () => (await container.logs({ stdout: true })).length > 0);
    return id;
  };
  const inspect = async (id: string) => (await client.docker.getContainer(id).inspect()).State;
  const [quick, slow] = [await start(), await start()];
  const { Pid: slowPid } = await inspect(slow);
  process.kill(slowPid, 'SIGSTOP');

  const ended = engine.stop();
  await until('the engine has stopped the one that ends', async () => !(await inspect(quick)).Running);
  await expect(startContainer(client, quick)).rejects.toMatchObject({ fault: 'unreachable' });
  const volume = { executorId: 'e', nodeId: 'n', nodeName: 'one', directory: null };
  await expect(createVolume(client, volume)).rejects.toMatchObject({ fault: 'unreachable' });
  // It still answers on its open connection.
  expect((await inspect(quick)).Running).toBe(false);
  process.kill(slowPid, 'SIGKILL');
  await ended;
});
