import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { newNodeRecord } from '../../../src/agent/node/node-record.ts';
import { phaseOf } from '../../../src/agent/node/phase.ts';
import { container } from '../../fixtures/node.ts';
import { DockerProxy } from '../../harness/docker-proxy.ts';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

test('a daemon whose log cannot be read, as that of a dead container, is accounted for without its last words', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  const node = new TestWorker({ client: new EngineClient(proxy.socketPath) });
  onTestFinished(async () => {
    await node.destroy();
    await proxy.stop();
  });
  node.want();
  node.start();
  await node.untilPhase('running');
  proxy.interference = {
    answer: (call) =>
      call.endsWith('/logs')
        ? { status: 409, body: '{"message":"can not get logs from container which is dead or marked for removal"}' }
        : undefined,
  };
  await node.client.docker.getContainer(await node.containerId()).kill();
  const exited = await until('the exit is told', () => node.events.find(({ kind }) => kind === 'node.exited'));
  expect(exited.data).toMatchObject({ exitCode: 137, lastWords: null });
  await until('it is started again', () => node.events.filter(({ kind }) => kind === 'node.started').length === 2);
});

test('a container that the engine removes is no failure', () => {
  const { exit, failure } = newNodeRecord(0);
  expect(
    phaseOf({
      desiredState: 'running',
      plan: { steps: [], blocked: null },
      container: container('removing', { exitCode: 137 }),
      health: null,
      memory: { exit, failure },
    }),
  ).toEqual({ phase: 'starting', reason: 'the engine removes its container' });
});
