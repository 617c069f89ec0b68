import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { DockerProxy } from '../../harness/docker-proxy.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const inspect = async (node: TestNode) => node.client.docker.getContainer(await node.containerId()).inspect();
const kill = async (node: TestNode, signal: NodeJS.Signals) => process.kill((await inspect(node)).State.Pid, signal);
const eventsOf = (node: TestNode, kind: string) => node.events.filter((event) => event.kind === kind);
const untilThereAre = (node: TestNode, count: number, kind: string) =>
  until(`${kind} is reported ${count} times`, () => eventsOf(node, kind).length >= count && eventsOf(node, kind));

test('invariants 2, 3, 10: reports each exit once, and the chain survives all of them', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  const node = await runningNode({
    client: new EngineClient(proxy.socketPath),
    images: { '27.0': `example.invalid/${randomUUID()}:1` },
  });
  // The code of a requested stop is not that of a later exit.
  node.worker.exitReported(await node.containerId(), { code: 99 });
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  expect(await node.untilEvent('node.stopped')).toMatchObject({ level: 'info', data: { exitCode: 0 } });
  node.desire();
  await node.untilPhase('running');
  // The engine restarts it before the agent observes it.
  await kill(node, 'SIGKILL');
  expect((await untilThereAre(node, 1, 'node.exited'))[0]?.data).not.toMatchObject({ exitCode: 99 });
  await untilThereAre(node, 3, 'node.answering');
  expect(node.events.filter(({ level }) => level !== 'info').map(({ kind }) => kind)).toEqual(['node.exited']);

  // The log cannot be read, as that of a dead container.
  const dead = '{"message":"can not get logs from container which is dead or marked for removal"}';
  proxy.interference = { answer: (call) => (call.endsWith('/logs') ? { status: 409, body: dead } : undefined) };
  const starts = eventsOf(node, 'node.started').length;
  await node.client.docker.getContainer(await node.containerId()).kill();
  const [, exit] = await untilThereAre(node, 2, 'node.exited');
  expect(exit?.data).toMatchObject({ exitCode: 137, lastWords: null });
  await untilThereAre(node, starts + 1, 'node.started');
  await untilThereAre(node, 4, 'node.answering');

  // It was ended in a start.
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
  await node.untilEvent('node.container_removed');
  await until('another one runs', async () => {
    const now = await inspect(node).catch(() => null);
    return now !== null && now.Id !== lost && now.State.Running;
  });
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.volume_lost');
  expect(eventsOf(node, 'node.volume_created')).toHaveLength(1);

  // The store cannot be written for a moment, which ends neither the monitoring of the node nor a pull.
  const setWritable = (writable: boolean) => node.database.exec(`PRAGMA query_only=${writable ? 0 : 1}`);
  const untilLost = (what: string) =>
    until(`${what} is lost`, () => node.logged.some(({ msg }) => msg.startsWith(`lost ${what}`)));
  const answers = eventsOf(node, 'node.answering').length;
  setWritable(false);
  await node.client.docker.getContainer(await node.containerId()).restart({ t: 30 });
  await untilLost('a change of health');
  setWritable(true);
  await untilThereAre(node, answers + 1, 'node.answering');
  const progress = { status: 'Downloading', id: 'layer', progressDetail: { current: 1, total: 100 } };
  proxy.interference = {
    answer: (call) => {
      if (call !== 'POST /images/create') return undefined;
      setWritable(false);
      // Progress, and no image.
      return { status: 200, body: `${JSON.stringify(progress)}\n` };
    },
  };
  node.desire({ clientVersion: '27.0' });
  await untilLost('the progress of a step');
  setWritable(true);
  node.desire();
  await node.untilPhase('running');

  // The time for a stop is over.
  await node.stop();
  const hasty = new TestNode({ executorId: node.executorId, nodeId: node.nodeId, stopTimeoutSeconds: 1 });
  hasty.desire();
  hasty.start();
  await hasty.untilPhase('running');
  await kill(hasty, 'SIGSTOP');
  hasty.desire({ desiredState: 'stopped' });
  expect(await hasty.untilEvent('node.stopped')).toMatchObject({
    level: 'warning',
    message: expect.stringContaining('did not stop in time'),
    data: { exitCode: 137 },
  });
});
