import { expect, test } from 'vitest';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { MemoryHost } from '../../harness/memory-host.ts';

test('starts a daemon again as soon as its exit is reported', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.runtime.crash('a', 1);
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'start']);
  expect(host.events.find(({ kind }) => kind === 'node.exited')).toMatchObject({
    level: 'error',
    message: 'The daemon exited unexpectedly: the daemon ended with exit code 1: a reason.',
  });
});

test('starts a daemon again that exited while the stream of changes was closed', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const { runtime } = host;
  runtime.changeStream.refusal = new Error('the engine is down');
  runtime.changeStream.break(new Error('the engine is down'));
  await host.settle();
  runtime.crashUnreported('a', 1);
  runtime.changeStream.refusal = undefined;
  await host.pass(200);
  expect(runtime.stepsOf('a')).toEqual(['create', 'start', 'start']);
});

test('reports the exit code of a daemon that the runtime itself restarted before it was observed', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.runtime.crashAndRestart('a', 42);
  await host.settle();
  expect(host.events.find(({ kind }) => kind === 'node.exited')?.data).toMatchObject({ exitCode: 42 });
});

test('reports the exit code of a daemon also where the engine is asked in vain at first', async () => {
  const host = new MemoryHost();
  const { runtime } = host;
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const startedAt = runtime.startedAt.bind(runtime);
  runtime.startedAt = async () => {
    throw new RuntimeError('unreachable', 'the engine is ending');
  };
  runtime.crashAndRestart('a', 42);
  await host.settle();
  runtime.startedAt = startedAt;
  await host.pass(5000);
  expect(host.events.find(({ kind }) => kind === 'node.exited')?.data).toMatchObject({ exitCode: 42 });
});

test('the restart of the engine is no failure of the nodes that ended with it', async () => {
  const host = new MemoryHost();
  const { runtime } = host;
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  runtime.crash('a', 0);
  const ended = runtime.workloads.get('a');
  if (ended === undefined) throw new Error('the node has no workload');
  const [finishedAt, startedAt] = ['2026-01-01T11:59:00Z', '2026-01-01T12:00:05Z'];
  runtime.workloads.set('a', { ...ended, state: 'running', exitCode: 0, finishedAt, startedAt });
  runtime.engineStartedAt = Date.parse('2026-01-01T12:00:00Z');
  await host.settle();
  expect(runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(host.phaseOf('a')).toBe('starting');
  expect(host.events.map(({ kind }) => kind)).not.toContain('node.exited');
  expect(host.events.filter(({ level }) => level === 'error')).toEqual([]);
  expect(host.logged.map(({ msg }) => msg)).toContain('the daemon ended because its engine was restarted');
});

test('reports with each try that the runtime does not answer, and each time that its stream opens that it answers', async () => {
  const host = new MemoryHost();
  host.start();
  await host.settle();
  const { changeStream } = host.runtime;
  changeStream.refusal = new Error('the engine is down');
  changeStream.break(new Error('the engine is down'));
  await host.pass(60_000);
  changeStream.refusal = undefined;
  await host.pass(10_000);
  const away = { answers: false, message: 'the engine is down' };
  const back = { answers: true, message: 'the runtime in memory answers again' };
  expect(host.runtimeChanges.slice(0, 3)).toEqual([back, away, away]);
  expect(host.runtimeChanges.filter(({ answers }) => answers)).toEqual([back, back]);
  expect(host.runtimeChanges.at(-1)).toEqual(back);
  expect(host.runtimeOpened).toBe(2);
});

test('finds a change that nothing reported at the next reconcile interval', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.runtime.workloads.delete('a');
  await host.pass(59_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  await host.pass(2000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'create', 'start']);
});
