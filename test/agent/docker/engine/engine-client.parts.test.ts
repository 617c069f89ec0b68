import { randomUUID } from 'node:crypto';
import util from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startContainer, stopContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { DockerProxy } from '../../../harness/docker-proxy.ts';
import { until } from '../../../harness/until.ts';

test('gives up its calls when the agent ends, and lets no other one out', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  proxy.interference = { before: () => 'swallow' };
  const ending = new AbortController();
  const client = new EngineClient(proxy.socketPath, ending.signal);
  const stopped = stopContainer(client, randomUUID(), 600);
  await until('the call is under way', () => proxy.calls.length === 1);
  ending.abort();
  await expect(stopped).rejects.toThrow('cancelled waiting for Docker to stop the container');
  await expect(startContainer(client, randomUUID())).rejects.toThrow('cancelled waiting');
  expect(proxy.calls).toHaveLength(1);
});

test('what docker-modem writes out of each call for its log holds nothing of the connections', async () => {
  const written = vi.spyOn(util, 'inspect');
  onTestFinished(() => written.mockRestore());
  const { docker } = new EngineClient(inject('dockerSocket'));
  const calls = Array.from({ length: 3 }, () => docker.getContainer(randomUUID()).remove());
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  const lengths = written.mock.results.map(({ value }) => String(value).length);
  expect(lengths.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...lengths)).toBeLessThan(5000);
});
