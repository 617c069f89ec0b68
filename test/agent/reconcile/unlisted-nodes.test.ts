import { expect, test } from 'vitest';
import { startedHost } from '../../harness/memory-host.ts';

test('invariant 2: keeps an orphaned node running and reports it once', async () => {
  const host = await startedHost({ id: 'a' }, { id: 'b' });
  host.list({ id: 'b' });
  await host.pass(180_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(host.runtime.workloads.get('a')?.state).toBe('running');
  expect(host.controller.orphans).toEqual([{ nodeId: 'a', name: 'a', containerId: 'w-a', data: null, kept: false }]);
  expect(host.controller.report().map(({ id }) => id)).toEqual(['b']);
  expect(host.logged.filter(({ msg }) => msg.startsWith('ignored orphaned node'))).toHaveLength(1);
  const { desired, observed } = await host.explain('a');
  expect(desired[0]).toContain('no longer listed by the control plane and left untouched');
  expect(observed).toContain('workload running');
  expect(host.controller.worker('a')).toBeUndefined();
  await host.relist({ id: 'a', desiredState: 'stopped' }, { id: 'b' });
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop']);
  await host.pass(1000);
  expect(host.controller.orphans).toEqual([]);
});

test('does not warn about chain data kept by a deletion, even after a restart', async () => {
  const host = await startedHost({ id: 'a' });
  await host.relist({ id: 'a', desiredState: 'deleted', dataPolicy: 'keep' });
  await host.relist();
  await host.pass(1000);
  expect(host.controller.orphans).toEqual([{ nodeId: 'a', name: 'a', containerId: null, data: null, kept: true }]);
  await host.stop();
  host.start();
  await host.settle();
  expect(host.controller.orphans).toMatchObject([{ nodeId: 'a', kept: true }]);
  expect(host.logged.filter(({ msg }) => msg.startsWith('ignored orphaned node'))).toEqual([]);
  expect(host.logged.map(({ msg }) => msg)).toContain('kept chain data of deleted node as requested');
  host.runtime.data.delete('a');
  await host.pass(61_000);
  expect(host.controller.orphans).toEqual([]);
});

test('keeps a node again that is listed again in the moment in which its worker ends', async () => {
  const host = await startedHost({ id: 'a' });
  const get = host.desired.get.bind(host.desired);
  let reads = 0;
  host.desired.get = (nodeId) => {
    const entry = get(nodeId);
    // The first read wakes the worker, the second one ends it: the node is listed again before the controller notices.
    if (entry?.orphaned && ++reads === 2) queueMicrotask(() => host.list({ id: 'a', desiredState: 'stopped' }));
    return entry;
  };
  await host.relist();
  expect(reads).toBe(2);
  expect(host.runtime.workloads.get('a')?.state).toBe('stopped');
});

test('finishes a deletion that is no longer listed before it forgets the node', async () => {
  const host = await startedHost({ id: 'a' });
  const stopped = Promise.withResolvers<void>();
  host.runtime.onApply = ({ kind }) => (kind === 'stop' ? stopped.promise : undefined);
  await host.relist({ id: 'a', desiredState: 'deleted' });
  await host.relist();
  stopped.resolve();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'remove-data']);
  expect(host.desired.get('a')).toBeUndefined();
});

test('forgets a deleted node only when the control plane no longer lists it', async () => {
  const host = await startedHost({ id: 'a' });
  await host.relist({ id: 'a', desiredState: 'deleted' });
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'remove-data']);
  expect(host.phaseOf('a')).toBe('deleted');
  expect(host.desired.get('a')).toBeDefined();
  await host.relist();
  expect(host.desired.get('a')).toBeUndefined();
  expect(host.controller.worker('a')).toBeUndefined();
});
