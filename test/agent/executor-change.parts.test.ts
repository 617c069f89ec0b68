import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runAgent } from '../../src/agent/agent.ts';
import { labels, objectName } from '../../src/agent/docker/engine/labels.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { desired } from '../fixtures/node.ts';
import { quiet } from '../harness/control-plane.ts';
import { FaultyControlPlane } from '../harness/faulty-control-plane.ts';
import { ownPortRange } from '../harness/port-range.ts';
import { until } from '../harness/until.ts';

test('an executor that was deleted and registered again works under its new id and listens to the new executor’s nudges', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-executor-'));
  const ending = new AbortController();
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const running = runAgent(
    {
      url: controlPlane.url,
      apiKey: controlPlane.apiKey,
      keyFile: null,
      insecureHttp: false,
      caFile: undefined,
      proxy: undefined,
      noProxy: [],
      name: 'host',
      channel: 'stable',
      dataDir,
      dockerSocket: inject('dockerSocket'),
      ...{ dockerHost: undefined, dockerTlsCa: undefined, dockerTlsCert: undefined, dockerTlsKey: undefined },
      allowUnlimited: false,
      dataRoot: undefined,
      dataRoots: {},
      images: { bitcoind: inject('clientImages') },
      networks: [],
      allowRegtest: true,
      nodeTypes: ['full'],
      overcommit: { cpu: 4, memory: 1, disk: 1 },
      diskStopBelowMiB: undefined,
      diskStartAboveMiB: undefined,
      bindAddress: '127.0.0.1',
      p2pBindAddress: '127.0.0.1',
      zmqBindAddress: '127.0.0.1',
      advertiseHost: '127.0.0.1',
      portRange: ownPortRange(),
      nodeUser: '101:101',
      stopTimeoutSeconds: 60,
      outboxMaxEvents: 1000,
      logLevel: 'info',
      logFormat: 'json',
      reconcileIntervalSeconds: 1,
      sampleIntervalSeconds: 30,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
    },
    { log: quiet, clock: systemClock, signal: ending.signal },
  );
  onTestFinished(async () => {
    ending.abort();
    await running;
    await controlPlane.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const [before, after, id] = [randomUUID(), randomUUID(), randomUUID()];
  controlPlane.answer = { ...controlPlane.answer, executorId: before };
  await until('the agent listens for nudges', () => controlPlane.streams === 1);

  // The old executor's stream is still open, but receives no more nudges.
  const node = { ...desired({ id, name: 'new' }), overrides: [] };
  controlPlane.answer = { ...controlPlane.answer, executorId: after, nodes: [node] };
  await until('the agent listens for the new executor’s nudges', () => controlPlane.streams === 2);
  const container = await until('the node has a container', () =>
    docker
      .getContainer(objectName(id))
      .inspect()
      .catch(() => undefined),
  );
  expect(container.Config.Labels[labels.executor]).toBe(after);

  controlPlane.answer = { ...controlPlane.answer, revision: 2, nodes: [{ ...node, desiredState: 'deleted' }] };
  await until('the node is deleted', () => controlPlane.syncs.at(-1)?.nodes?.[0]?.phase === 'deleted');
  await expect(docker.getContainer(objectName(id)).inspect()).rejects.toThrow('no such container');
  await expect(docker.getVolume(objectName(id)).inspect()).rejects.toThrow('no such volume');
});
