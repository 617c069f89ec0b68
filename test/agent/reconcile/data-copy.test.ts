import { expect, test } from 'vitest';
import { saveNodeRecord } from '../../../src/agent/node/record-store.ts';
import { failedCopy } from '../../../src/agent/reconcile/seed-coordination.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { operation, workload } from '../../fixtures/node.ts';
import { type MemoryHost, startedHost } from '../../harness/memory-host.ts';

const source = { id: 'source' };
const copy = { id: 'copy', name: 'twin', ...operation('seed', { from: 'source', name: 'source' }) };

/** A host with a running node that is being copied to another one. */
async function copyingHost(): Promise<MemoryHost> {
  const host = await startedHost(source);
  expect(host.runtime.stepsOf('source')).toEqual(['create', 'start']);
  saveNodeRecord(host.database, 'copy', {
    ...newNodeRecord(0),
    operations: { seed: { id: 'seed-1', from: 'source', stage: 'copying', reason: null, startedAt: null } },
  });
  await host.relist({ ...source, revision: 2 }, copy);
  return host;
}

const isUp = (host: MemoryHost) => host.runtime.workloads.get('source')?.state === 'running';
const reportOf = (host: MemoryHost) => host.controller.worker('source')?.node.report();

test('invariant 3: a source’s daemon is down during its copy, also after a kill', async () => {
  const host = await copyingHost();
  expect(host.runtime.stepsOf('source')).toEqual(['create', 'start', 'stop']);
  expect(reportOf(host)).toMatchObject({ phase: 'stopped', appliedRevision: 1 });
  expect(reportOf(host)?.reason).toContain('copying chain data to twin');
  await host.stop();
  host.start();
  await host.pass(180_000);
  expect(isUp(host)).toBe(false);
});

test('explains a source: its stop, then the wait for the copy, and no start', async () => {
  const host = await copyingHost();
  const waitingFor = 'copying chain data to twin; the node continues afterwards';
  expect(await host.explain('source')).toMatchObject({ steps: [], waitingFor });
  await host.stop();
  const { instanceId } = host.runtime;
  host.runtime.workloads.set('source', { ...workload({ id: 'w-source', instanceId }), version: '28.1' });
  expect(await host.explain('source')).toMatchObject({ steps: [{ action: 'stop' }], waitingFor });
});

test.each([
  ['is to be stopped', { ...copy, desiredState: 'stopped' as const }],
  ['is to be deleted', { ...copy, desiredState: 'deleted' as const }],
  ['is not listed any more', undefined],
])('a source runs again once its copy %s', async (_what, changed) => {
  const host = await copyingHost();
  await host.relist({ ...source, revision: 2 }, ...(changed === undefined ? [] : [changed]));
  if (changed === undefined) await host.pass(61_000);
  expect(isUp(host)).toBe(true);
  expect(reportOf(host)?.appliedRevision).toBe(2);
});

test('invariant 2: a deletion of a source waits until the copy has ended', async () => {
  const host = await copyingHost();
  host.list({ ...source, revision: 3, desiredState: 'deleted' }, copy);
  await host.pass(180_000);
  expect(host.runtime.data.has('source')).toBe(true);
  host.list({ ...source, revision: 3, desiredState: 'deleted' }, { ...copy, desiredState: 'stopped' });
  await host.pass(61_000);
  expect(host.runtime.data.has('source')).toBe(false);
});

const copying = {
  operations: { seed: { id: 's', from: 'n0', stage: 'copying' as const, reason: null, startedAt: null } },
};

test('a copy that would fail again frees its source; a silent engine does not', () => {
  const full = new RuntimeError('refused', 'the disk is full');
  const waiting = { operations: { seed: { stage: 'waiting', reason: 'the disk is full', restartCounter: 3 } } };
  expect(failedCopy(copying, full, 3)).toMatchObject(waiting);
  expect(failedCopy(copying, new Error('unexpected'), 0).operations?.seed?.stage).toBe('waiting');
  expect(failedCopy(copying, new RuntimeError('unreachable', 'no engine'), 0)).toEqual({});
  expect(failedCopy({ operations: {} }, full, 0)).toEqual({});
});
