import { randomBytes } from 'node:crypto';
import { inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { DockerProxy } from '../../harness/docker-proxy.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const progress = (current: number) =>
  `${JSON.stringify({ status: 'Downloading', id: 'layer', progressDetail: { current, total: 100 } })}\n`;

test('a store that cannot be written for a moment ends neither a pull nor the monitoring of a node', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  const client = new EngineClient(proxy.socketPath);
  const node = new TestNode({ client, images: { '27.0': `example.invalid/${randomBytes(4).toString('hex')}:1` } });
  const setWritable = (writable: boolean) => node.database.exec(`PRAGMA query_only=${writable ? 0 : 1}`);
  const untilLost = (what: string) =>
    until(`${what} is lost`, () => node.logged.some(({ msg }) => msg.startsWith(`lost ${what}`)));
  proxy.interference = {
    answer: (call) => {
      if (call !== 'POST /images/create') return undefined;
      setWritable(false);
      // Progress, and no image.
      return { status: 200, body: progress(1) + progress(2) };
    },
  };
  node.desire({ clientVersion: '27.0' });
  node.start();
  await untilLost('the progress of a step');
  setWritable(true);
  node.desire();
  await node.untilPhase('running');

  setWritable(false);
  await client.docker.getContainer(await node.containerId()).restart({ t: 30 });
  await untilLost('a change of health');
  setWritable(true);
  await until('it answers again', () => node.events.filter(({ kind }) => kind === 'node.answering').length > 1);
});
