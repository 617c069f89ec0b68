import { expect, test } from 'vitest';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { workload } from '../../fixtures/node.ts';
import { MemoryHost, startedHost } from '../../harness/memory-host.ts';

test('starts each desired node step by step, and finds an unreported change', async () => {
  const host = await startedHost({ id: 'a' });
  const calls = host.runtime.calls.filter((call) => call.endsWith(' a'));
  expect(calls.slice(0, 5)).toEqual(['observe a', 'create a', 'observe a', 'start a', 'observe a']);
  host.runtime.workloads.delete('a');
  await host.pass(59_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  await host.pass(2000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'create', 'start']);
});

test('takes a step’s outcome from the engine’s answer, and looks again if that is old', async () => {
  const host = new MemoryHost();
  host.runtime.shown.add('create');
  const callsFor = async (id: string, onCreate: () => unknown = () => undefined) => {
    host.runtime.onApply = ({ kind, nodeId }) => (kind === 'create' && nodeId === id ? onCreate() : undefined);
    host.list({ id });
    await host.pass(2000);
    return host.runtime.calls.filter((call) => call.endsWith(` ${id}`));
  };
  host.start();
  expect(await callsFor('a')).toEqual(['observe a', 'create a', 'start a', 'observe a']);
  const looking = (id: string) => [`observe ${id}`, `create ${id}`, `observe ${id}`];
  const never = new AbortController().signal;
  expect((await callsFor('b', () => host.clock.sleep(1000, never))).slice(0, 3)).toEqual(looking('b'));
  expect((await callsFor('c', () => host.list({ id: 'c', revision: 9 }))).slice(0, 3)).toEqual(looking('c'));
});

test('a new agent reports nothing about a container before it has looked for it', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  const told = () => host.controller.report().map(({ containerId }) => containerId);
  expect(told()).toEqual([undefined]);
  await host.settle();
  expect(told()).toEqual(['w-a']);
  await host.relist({ id: 'a', desiredState: 'deleted' });
  expect(told().every((containerId) => containerId === null)).toBe(true);
});

test('restarts a node worker that crashed after a minute, and the other workers go on', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  let isBroken = true;
  // A bug in the program itself, in the handling of a failure.
  host.runtime.onApply = ({ kind, nodeId }) => {
    if (nodeId === 'a' && kind === 'start' && isBroken) throw Object.create(null);
  };
  host.start();
  await host.settle();
  expect(host.logged.map(({ msg }) => msg)).toContain('node worker crashed; restarting in 60 s');
  await host.relist({ id: 'a' }, { id: 'b' });
  expect(host.runtime.stepsOf('b')).toEqual(['create', 'start']);
  isBroken = false;
  await host.pass(59_000);
  expect(host.runtime.workloads.get('a')?.state).toBe('stopped');
  await host.pass(2000);
  expect(host.runtime.workloads.get('a')?.state).toBe('running');
});

/** A host with nodes whose containers belong to a previous installation and do not match. */
function takenOverHost(): MemoryHost {
  const host = new MemoryHost();
  for (const id of ['a', 'b', 'c']) {
    host.runtime.data.add(id);
    host.runtime.workloads.set(id, { ...workload({ id: `w-${id}`, instanceId: 'former' }), version: '27.0' });
  }
  host.list({ id: 'a' }, { id: 'b' }, { id: 'c' });
  return host;
}

const recreatedOn = ({ runtime }: MemoryHost) => ['a', 'b', 'c'].filter((id) => runtime.stepsOf(id).includes('create'));

test('a node that is down neither waits for other nodes nor holds them up', async () => {
  const host = takenOverHost();
  host.runtime.change('c', { state: 'stopped' });
  host.start();
  await host.settle();
  const recreated = () => recreatedOn(host);
  expect(recreated()).toEqual(['a', 'c']);
  expect((await host.explain('b')).waitingFor).toContain('one container at a time');
  host.runtime.crash('a', 1);
  await host.settle();
  expect(recreated()).toEqual(['a', 'b', 'c']);
});

test('re-creates outdated containers of a previous installation one by one', async () => {
  const host = takenOverHost();
  host.start();
  await host.settle();
  const recreated = () => recreatedOn(host);
  expect(recreated()).toEqual(['a']);
  expect(host.controller.worker('b')?.node.report()).toMatchObject({
    phase: 'starting',
    reason: expect.stringContaining('one container at a time'),
    appliedRevision: null,
  });
  // A node that fails, or should no longer run, does not keep the others waiting.
  await host.relist({ id: 'a', desiredState: 'stopped' }, { id: 'b' }, { id: 'c' });
  expect(recreated()).toEqual(['a', 'b']);
});

test('restarts a daemon on a reported exit, also after a closed change stream', async () => {
  const host = await startedHost({ id: 'a' });
  const { runtime } = host;
  runtime.crash('a', 1);
  await host.settle();
  expect(runtime.stepsOf('a')).toEqual(['create', 'start', 'start']);
  const message = 'The daemon exited unexpectedly with code 1: a reason.';
  expect(host.events.find(({ kind }) => kind === 'node.exited')).toMatchObject({ level: 'error', message });
  runtime.changeStream.refusal = new Error('the engine is down');
  runtime.changeStream.break(runtime.changeStream.refusal);
  await host.settle();
  runtime.crashUnreported('a', 1);
  runtime.changeStream.refusal = undefined;
  await host.pass(200);
  expect(runtime.stepsOf('a')).toEqual(['create', 'start', 'start', 'start']);
});

test('reports the exit code of a daemon also when the engine fails at first', async () => {
  const host = await startedHost({ id: 'a' });
  const { runtime } = host;
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
