import { expect, inject, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { pullImage } from '../../../../src/agent/docker/engine/images.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';
import { strangeEngine } from './strange-engine.ts';

const forever = new AbortController().signal;
const ignore = () => {};

async function pullingFrom(...lines: object[]): Promise<EngineClient> {
  const { socketPath } = await strangeEngine((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(lines.map((line) => `${JSON.stringify(line)}\r\n`).join(''));
  });
  return new EngineClient(socketPath);
}

const layer = { id: 'a', status: 'Downloading', progressDetail: { current: 1, total: 2 } };

test('a pull that fails after the engine answered 200 is no pull', async () => {
  const words = 'write /var/lib/docker/tmp/x: no space left on device';
  const client = await pullingFrom(layer, { errorDetail: { message: words }, error: words });
  const pull = pullImage(client, 'example/bitcoin:28.1', ignore, forever);
  await expect(pull).rejects.toThrow(`Docker could not pull example/bitcoin:28.1: ${words}`);
  await expect(pull).rejects.toBeInstanceOf(RuntimeError);
});

test('a pull without a registry fails with the engine’s own words', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const pull = pullImage(client, 'localhost:1/nothing:1', ignore, forever);
  await expect(pull).rejects.toThrow(/could not pull localhost:1\/nothing:1: .*connection refused/);
});

test('a listener to the progress that throws ends the pull, and not the agent', async () => {
  const client = await pullingFrom(layer);
  const full = () => {
    throw new Error('database or disk is full');
  };
  await expect(pullImage(client, 'example/bitcoin:28.1', full, forever)).rejects.toThrow('disk is full');
});
