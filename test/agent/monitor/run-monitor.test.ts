import { expect, inject, onTestFinished, test } from 'vitest';
import { DockerClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { RunWatch } from '../../../src/agent/monitor/run-monitor.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { container } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';

test('what a run said before it ended is no sign of life while the engine starts the next one', async () => {
  const daemon = await Daemon.make();
  onTestFinished(() => daemon.remove());
  await daemon.start();
  const watch = new RunWatch('n1', {
    client: new DockerClient(inject('dockerSocket')),
    clock: systemClock,
    log: listeningLog().log,
    sampleIntervalSeconds: 30,
    onHealth: () => undefined,
    onSample: () => undefined,
  });
  onTestFinished(() => watch.stop());
  const { host, port, password } = daemon.endpoint;
  watch.follow(container('running'), { host, port, password });
  await until('it runs', () => watch.health?.state === 'running');
  watch.follow(container('restarting'), { host, port, password });
  expect(watch.health).toBeNull();
});
