import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runAgent } from '../../src/agent/agent.ts';
import { labels, objectName } from '../../src/agent/docker/engine/labels.ts';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { desired } from '../fixtures/node.ts';
import { quiet } from '../harness/control-plane.ts';
import { FaultyControlPlane } from '../harness/faulty-control-plane.ts';
import { ownPortRange } from '../harness/port-range.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';

test('an executor that was deleted and registered again works under its new id and listens to the new executor’s nudges', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const ending = new AbortController();
  const dockerSocket = inject('dockerSocket');
  const docker = new Docker({ socketPath: dockerSocket });
  const { from, to } = ownPortRange();
  const images = Object.entries(inject('clientImages')).map(([version, image]) => `bitcoind/${version}=${image}`);
  const { settings } = loadAgentSettings({
    flags: {
      ...{ url: controlPlane.url, dataDir: scratchFolder('executor'), dockerSocket, images: images.join(',') },
      ...{ allowRegtest: 'true', p2pBindAddress: '127.0.0.1', portRange: `${from}-${to}`, reconcileInterval: '1' },
    },
    env: { SATRAP_AGENT_API_KEY: controlPlane.apiKey },
  });
  const running = runAgent(settings, { log: quiet, clock: systemClock, signal: ending.signal });
  onTestFinished(async () => {
    ending.abort();
    await running;
    await controlPlane.close();
  });
  const [before, after, id] = [randomUUID(), randomUUID(), randomUUID()];
  controlPlane.answer = { ...controlPlane.answer, executorId: before };
  await until('the agent listens for nudges', () => controlPlane.streams === 1);

  // The old executor's stream is still open, but receives no more nudges.
  const node = { ...desired({ id, name: 'new' }), overrides: [] };
  controlPlane.answer = { ...controlPlane.answer, executorId: after, nodes: [node] };
  await until('the agent listens for the new executor’s nudges', () => controlPlane.streams === 2);
  const inspect = () => docker.getContainer(objectName(id)).inspect();
  const container = await until('the node has a container', () => inspect().catch(() => undefined));
  expect(container.Config.Labels[labels.executor]).toBe(after);

  controlPlane.answer = { ...controlPlane.answer, revision: 2, nodes: [{ ...node, desiredState: 'deleted' }] };
  await until('the node is deleted', () => controlPlane.syncs.at(-1)?.nodes?.[0]?.phase === 'deleted');
  await expect(inspect()).rejects.toThrow('no such container');
  await expect(docker.getVolume(objectName(id)).inspect()).rejects.toThrow('no such volume');
});
