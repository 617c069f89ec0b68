import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { desired } from '../fixtures/node.ts';
import { TestAgent } from '../harness/agent.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { FaultyControlPlane } from '../harness/faulty-control-plane.ts';
import { until } from '../harness/until.ts';

test('an agent that gets SIGTERM while it stops a node ends at once, and the node keeps running', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const engine = await DockerProxy.start(inject('dockerSocket'));
  const agent = new TestAgent({
    url: controlPlane.url,
    apiKey: controlPlane.apiKey,
    dockerSocket: engine.socketPath,
    images: inject('clientImages'),
  });
  onTestFinished(async () => {
    engine.interference = {};
    await agent.destroy();
    await engine.stop();
    await controlPlane.close();
  });
  const id = randomUUID();
  const node = { ...desired({ id, name: 'slow' }), overrides: [] };
  controlPlane.answer = { ...controlPlane.answer, executorId: randomUUID(), nodes: [node] };
  await agent.startAndSync();
  // destroy() finds the agent’s containers by it.
  await agent.executorId();
  await until('the node runs', async () => (await agent.status()).nodes[0]?.phase === 'running');
  // The engine waits for the daemon for up to ten minutes.
  engine.interference = {
    before: (call) => (call.endsWith('/stop') || call.endsWith('/kill') ? 'swallow' : undefined),
  };
  controlPlane.answer = { ...controlPlane.answer, revision: 2, nodes: [{ ...node, desiredState: 'stopped' }] };
  await until('the stop has begun', () => engine.calls.some((call) => call.endsWith('/stop')));
  await agent.stop('SIGTERM');
  expect(agent.log).toContain('stopped agent; nodes keep running');
  expect((await agent.docker.getContainer(objectName(id)).inspect()).State.Running).toBe(true);
});
