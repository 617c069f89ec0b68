import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startContainer, stopContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { writeConfig } from '../../../../src/agent/docker/engine/write-config.ts';
import { nodeOnEngine } from './node-on-engine.ts';

const { client, container, createDaemon } = nodeOnEngine();

test('invariant 10: a daemon stopped in the moment of its start ends by itself, and is not killed after the grace', async () => {
  const id = await createDaemon();
  onTestFinished(() => container.remove({ force: true, v: true }));
  await writeConfig(client, id, '101:101', 'server=1\n', { begunWith: '28.1', newest: '28.1' }, null);
  await startContainer(client, id);
  await stopContainer(client, id, 60);
  const { State } = await container.inspect();
  expect(State.Status).toBe('exited');
  // 137 would be a kill by the engine. The daemon exits with 1 if the signal arrives before its start is complete.
  expect(State.ExitCode).toBeLessThan(2);
});

test('to stop a container that is down or gone is no error', async () => {
  const id = await createDaemon();
  onTestFinished(() => container.remove({ force: true, v: true }));
  await stopContainer(client, id, 60);
  await stopContainer(client, randomUUID(), 60);
});

test('to start a container that its engine has started in the meantime is no error', async () => {
  const id = await createDaemon();
  onTestFinished(() => container.remove({ force: true, v: true }));
  await writeConfig(client, id, '101:101', 'server=1\n', { begunWith: '28.1', newest: '28.1' }, null);
  await startContainer(client, id);
  const { State } = await container.inspect();
  await startContainer(client, id);
  expect((await container.inspect()).State.StartedAt).toBe(State.StartedAt);
});
