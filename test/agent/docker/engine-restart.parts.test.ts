import { expect, inject, onTestFinished, test } from 'vitest';
import { startContainer } from '../../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { createVolume } from '../../../src/agent/docker/engine/volumes.ts';
import { startPrivateEngine } from '../../harness/private-engine.ts';
import { runningNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

test('a daemon that its engine stops for its own end is not started again by the ending engine, and has not exited unexpectedly', async () => {
  const image = inject('clientImages')['28.1'] ?? '';
  const engine = await startPrivateEngine({ images: [image] });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const client = new EngineClient(engine.socketPath);
  const { docker } = client;
  const options = { Image: image, Entrypoint: ['bitcoind'], Cmd: ['-chain=regtest', '-datadir=/tmp'], StopTimeout: 60 };
  const slow = await docker.createContainer(options);
  await slow.start();
  // The engine waits for it, and keeps serving open connections meanwhile.
  const slowPid = (await slow.inspect()).State.Pid;
  process.kill(slowPid, 'SIGSTOP');
  const node = await runningNode({ client: new EngineClient(engine.socketPath) });
  const daemon = docker.getContainer(await node.containerId());
  const isRunning = async () => (await daemon.inspect()).State.Running;
  expect(await isRunning()).toBe(true);

  const ended = engine.stop();
  await until('the engine has stopped the daemon', async () => !(await isRunning()));
  await expect(startContainer(client, daemon.id)).rejects.toMatchObject({ fault: 'unreachable' });
  // Whose labels it would forget.
  const volume = { executorId: 'e', nodeId: 'n', nodeName: 'one', directory: null };
  await expect(createVolume(client, volume)).rejects.toMatchObject({ fault: 'unreachable' });
  // It still answers on its open connection.
  expect(await isRunning()).toBe(false);
  await until('the agent has seen it', () => node.worker.report().phase !== 'running');
  process.kill(slowPid, 'SIGKILL');
  await ended;
  await engine.start();
  const answers = () => node.events.filter(({ kind }) => kind === 'node.answering');
  await until('the daemon answers again', () => answers().length === 2);
  expect(node.record.recentExits ?? []).toEqual([]);
  expect(node.events.filter(({ level }) => level !== 'info')).toEqual([]);
});
