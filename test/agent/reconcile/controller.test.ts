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
