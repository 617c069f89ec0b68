import { expect, test } from 'vitest';
import { MemoryHost } from '../../harness/memory-host.ts';

test('starts every desired node, one step at a time, and observes it again after each step', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  expect(host.runtime.calls.filter((call) => call.endsWith(' a')).slice(0, 5)).toEqual([
    'observe a',
    'create a',
    'observe a',
    'start a',
    'observe a',
  ]);
});

test('keeps the nodes of the stored desired state without any control plane', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.lease.lose();
  host.start();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
});

test('starts a node that becomes desired while it runs', async () => {
  const host = new MemoryHost();
  host.start();
  await host.settle();
  host.list({ id: 'a' });
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
});

test('an agent that has just started says nothing of a container before it has looked for it', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  const told = () => host.controller.report().map(({ containerId }) => containerId);
  expect(told()).toEqual([undefined]);
  await host.settle();
  expect(told()).toEqual(['w-a']);
  host.list({ id: 'a', desiredState: 'deleted' });
  await host.settle();
  expect(told().every((containerId) => containerId === null)).toBe(true);
});

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

test('reports once that the runtime stopped answering, and once that it answers again', async () => {
  const host = new MemoryHost();
  host.start();
  await host.settle();
  const { changeStream } = host.runtime;
  changeStream.refusal = new Error('the engine is down');
  changeStream.break(new Error('the engine is down'));
  await host.pass(60_000);
  changeStream.refusal = undefined;
  await host.pass(10_000);
  expect(host.runtimeChanges).toEqual([
    { answers: false, message: 'the engine is down' },
    { answers: true, message: 'the runtime in memory answers again' },
  ]);
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

test('invariant 2: keeps an orphaned node running, reports it and logs it once', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' }, { id: 'b' });
  host.start();
  await host.settle();
  host.list({ id: 'b' });
  await host.pass(180_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(host.runtime.workloads.get('a')?.state).toBe('running');
  expect(host.controller.orphans).toEqual([{ nodeId: 'a', name: 'a', containerId: 'w-a', data: null, kept: false }]);
  expect(host.controller.report().map(({ id }) => id)).toEqual(['b']);
  expect(host.logged.filter(({ msg }) => msg.startsWith('orphaned node left untouched'))).toHaveLength(1);
});

test('chain data that a deletion asked to keep is no warning, also after a restart of the agent', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.list({ id: 'a', desiredState: 'deleted', dataPolicy: 'keep' });
  await host.settle();
  host.list();
  await host.settle();
  expect(host.controller.orphans).toEqual([{ nodeId: 'a', name: 'a', containerId: null, data: null, kept: true }]);
  await host.stop();
  host.start();
  await host.settle();
  expect(host.controller.orphans).toMatchObject([{ nodeId: 'a', kept: true }]);
  expect(host.logged.filter(({ msg }) => msg.startsWith('orphaned node'))).toEqual([]);
  expect(host.logged.map(({ msg }) => msg)).toContain('the chain data of a deleted node is kept, as asked');
  host.runtime.data.delete('a');
  await host.pass(61_000);
  expect(host.controller.orphans).toEqual([]);
});

test('explains an orphaned node, which has no worker', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a', name: 'left' });
  host.start();
  await host.settle();
  host.list();
  await host.settle();
  const entry = host.desired.find('left');
  if (entry === undefined) throw new Error('the node is no longer known');
  const { desired, observed } = await host.controller.explain(entry);
  expect(desired[0]).toContain('it is orphaned and left untouched');
  expect(observed).toContain('workload running');
});

test('keeps a node again that was orphaned and is listed again', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.list();
  await host.settle();
  expect(host.controller.worker('a')).toBeUndefined();
  host.list({ id: 'a', desiredState: 'stopped' });
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop']);
  expect(host.controller.orphans).toEqual([]);
});

test('keeps a node again that is listed again in the moment in which its worker ends', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const get = host.desired.get.bind(host.desired);
  let reads = 0;
  host.desired.get = (nodeId) => {
    const entry = get(nodeId);
    // The first read wakes the worker, the second one ends it: the node is listed again before the controller knows of that.
    if (entry?.orphaned && ++reads === 2) queueMicrotask(() => host.list({ id: 'a', desiredState: 'stopped' }));
    return entry;
  };
  host.list();
  await host.settle();
  expect(reads).toBe(2);
  expect(host.runtime.workloads.get('a')?.state).toBe('stopped');
});

test('finishes a deletion that the control plane no longer lists before it forgets the node', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const stopped = Promise.withResolvers<void>();
  host.runtime.onApply = ({ kind }) => (kind === 'stop' ? stopped.promise : undefined);
  host.list({ id: 'a', desiredState: 'deleted' });
  await host.settle();
  host.list();
  await host.settle();
  stopped.resolve();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'remove-data']);
  expect(host.desired.get('a')).toBeUndefined();
});

test('forgets a deleted node only when the control plane no longer lists it', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.list({ id: 'a', desiredState: 'deleted' });
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'remove-data']);
  expect(host.phaseOf('a')).toBe('deleted');
  expect(host.desired.get('a')).toBeDefined();
  host.list();
  await host.settle();
  expect(host.desired.get('a')).toBeUndefined();
  expect(host.controller.worker('a')).toBeUndefined();
});

test('restarts a node worker that crashed after a minute, and the other workers go on', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  let isBroken = true;
  // A fault of the program itself, in the handling of a failure.
  host.runtime.onApply = ({ kind, nodeId }) => {
    if (nodeId === 'a' && kind === 'start' && isBroken) throw Object.create(null);
  };
  host.start();
  await host.settle();
  expect(host.logged.map(({ msg }) => msg)).toContain('node worker crashed; restarting it in 60 s');
  host.list({ id: 'a' }, { id: 'b' });
  await host.settle();
  expect(host.runtime.stepsOf('b')).toEqual(['create', 'start']);
  isBroken = false;
  await host.pass(59_000);
  expect(host.runtime.workloads.get('a')?.state).toBe('stopped');
  await host.pass(2000);
  expect(host.runtime.workloads.get('a')?.state).toBe('running');
});

test('of two agents of one executor, the one without the lease waits, and takes over when the lease is granted', async () => {
  const host = new MemoryHost();
  host.lease.onChange(() => host.controller.wake());
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const present = host.runtime.workloads.get('a');
  if (present === undefined) throw new Error('the node has no workload');
  host.runtime.workloads.set('a', { ...present, instanceId: 'other', version: '27.0' });
  host.lease.lose();
  await host.pass(61_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(host.controller.worker('a')?.report().reason).toBe('another agent made it');
  host.lease.grant();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'create', 'start']);
});

test('stops every worker when it ends, and no node', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' }, { id: 'b' });
  host.start();
  await host.settle();
  await host.stop();
  const calls = host.runtime.calls.length;
  await host.pass(600_000);
  expect(host.runtime.calls).toHaveLength(calls);
  expect([...host.runtime.workloads.values()].map(({ state }) => state)).toEqual(['running', 'running']);
});
