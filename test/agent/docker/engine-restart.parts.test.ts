import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { startPrivateEngine } from '../../harness/private-engine.ts';
import { runningNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

test('a daemon that its engine stops for its own end has not exited unexpectedly, while the engine still answers and after its restart', async () => {
  const image = inject('clientImages')['28.1'] ?? '';
  const engine = await startPrivateEngine({ images: [image] });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const { docker } = new EngineClient(engine.socketPath);
  const options = { Image: image, Entrypoint: ['bitcoind'], Cmd: ['-chain=regtest', '-datadir=/tmp'], StopTimeout: 60 };
  const slow = await docker.createContainer(options);
  await slow.start();
  // The engine waits for it, and keeps serving open connections meanwhile.
  const slowPid = (await slow.inspect()).State.Pid;
  process.kill(slowPid, 'SIGSTOP');
  const node = await runningNode({ client: new EngineClient(engine.socketPath) });

  const ended = engine.stop();
  await until(
    'the engine has stopped the daemon',
    async () => !(await docker.getContainer(`satrap-${node.nodeId}`).inspect()).State.Running,
  );
  await until('the agent has seen it', () => node.worker.report().phase !== 'running');
  process.kill(slowPid, 'SIGKILL');
  await ended;
  await engine.start();
  await until(
    'the daemon answers again',
    () => node.events.filter(({ kind }) => kind === 'node.answering').length === 2,
  );
  expect(node.record.recentExits ?? []).toEqual([]);
  expect(node.events.filter(({ level }) => level !== 'info')).toEqual([]);
});
