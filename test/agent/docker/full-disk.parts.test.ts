import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { pullImage } from '../../../src/agent/docker/engine/images.ts';
import { DockerProxy } from '../../harness/docker-proxy.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const progress = (current: number) =>
  `${JSON.stringify({ status: 'Downloading', id: 'layer', progressDetail: { current, total: 100 } })}\n`;

/** An engine whose pulls report progress but bring nothing. */
async function enginePulling(onPull: () => void): Promise<EngineClient> {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  proxy.interference = {
    answer: (call) => {
      if (call !== 'POST /images/create') return undefined;
      onPull();
      return { status: 200, body: progress(1) + progress(2) };
    },
  };
  return new EngineClient(proxy.socketPath);
}

test('a pull whose progress cannot be written fails, and ends nothing else', async () => {
  const client = await enginePulling(() => undefined);
  const fullDisk = () => {
    throw new Error('database or disk is full');
  };
  await expect(pullImage(client, 'example.invalid/nothing:1', fullDisk, AbortSignal.timeout(30_000))).rejects.toThrow(
    'database or disk is full',
  );
});

test('a store that cannot be written for a moment ends neither a pull nor the monitoring of a node', async () => {
  const setWritable = (writable: boolean) => node.database.exec(`PRAGMA query_only=${writable ? 0 : 1}`);
  const untilLost = (what: string) =>
    until(`${what} is lost`, () => node.logged.some(({ msg }) => msg.startsWith(`lost ${what}`)));
  const client = await enginePulling(() => setWritable(false));
  const node = new TestNode({ client, images: { '27.0': `example.invalid/${randomBytes(4).toString('hex')}:1` } });
  node.desire({ clientVersion: '27.0' });
  node.start();
  await untilLost('the progress of a step');
  setWritable(true);
  node.desire();
  await node.untilPhase('running');

  setWritable(false);
  await node.client.docker.getContainer(await node.containerId()).restart({ t: 30 });
  await untilLost('a change of health');
  setWritable(true);
  await until('it answers again', () => node.events.filter(({ kind }) => kind === 'node.answering').length > 1);
});
