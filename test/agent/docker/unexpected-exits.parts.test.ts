import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { DockerProxy } from '../../harness/docker-proxy.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const pidOf = async (node: TestNode): Promise<number> =>
  (await node.client.docker.getContainer(await node.containerId()).inspect()).State.Pid;

test('invariant 10: reports a stop in which the engine had to kill the daemon', async () => {
  const node = await runningNode({ stopTimeoutSeconds: 1 });
  process.kill(await pidOf(node), 'SIGSTOP');
  node.desire({ desiredState: 'stopped' });
  expect(await node.untilEvent('node.stopped')).toMatchObject({
    level: 'warning',
    message: expect.stringContaining('did not stop in time'),
    data: { exitCode: 137 },
  });
});

test('does not report the exit code of a requested stop for a later exit', async () => {
  const node = await runningNode();
  node.worker.exitReported(await node.containerId(), { code: 99 });
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  expect(await node.untilEvent('node.stopped')).toMatchObject({ level: 'info', data: { exitCode: 0 } });
  node.desire();
  await node.untilPhase('running');
  // The engine restarts it before the agent observes it.
  process.kill(await pidOf(node), 'SIGKILL');
  expect((await node.untilEvent('node.exited')).data).not.toMatchObject({ exitCode: 99 });
});

test('a daemon that was killed once is one error event', async () => {
  const node = await runningNode();
  process.kill(await pidOf(node), 'SIGKILL');
  await until('it answers again', () => node.events.filter(({ kind }) => kind === 'node.answering').length === 2);
  expect(node.events.filter(({ level }) => level !== 'info').map(({ kind }) => kind)).toEqual(['node.exited']);
});

test('records an exit without last words when the log cannot be read, as that of a dead container', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  const node = await runningNode({ client: new EngineClient(proxy.socketPath) });
  proxy.interference = {
    answer: (call) =>
      call.endsWith('/logs')
        ? { status: 409, body: '{"message":"can not get logs from container which is dead or marked for removal"}' }
        : undefined,
  };
  await node.client.docker.getContainer(await node.containerId()).kill();
  expect((await node.untilEvent('node.exited')).data).toMatchObject({ exitCode: 137, lastWords: null });
  await until('it is started again', () => node.events.filter(({ kind }) => kind === 'node.started').length === 2);
});

test('invariants 2 and 3: a container that its engine can start no more, since it was ended in a start, is replaced; the chain stays', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  const node = await runningNode({ client: new EngineClient(proxy.socketPath) });
  const lost = await node.containerId();
  let isLost = true;
  proxy.interference = {
    answer: (call) =>
      call.endsWith('/start') && isLost ? { status: 500, body: '{"message":"task: already exists"}' } : undefined,
    before: (call) => {
      if (call.startsWith('DELETE /containers/')) isLost = false;
      return undefined;
    },
  };
  await node.client.docker.getContainer(lost).stop({ t: 30 });
  await node.untilEvent('node.container-removed');
  await until('another one runs', async () => {
    const now = await node.client.docker
      .getContainer(`satrap-${node.nodeId}`)
      .inspect()
      .catch(() => null);
    return now !== null && now.Id !== lost && now.State.Running;
  });
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.volume-lost');
  expect(node.events.filter(({ kind }) => kind === 'node.volume-created')).toHaveLength(1);
});
