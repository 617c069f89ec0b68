import { expect, test } from 'vitest';
import { saveNodeRecord } from '../../../src/agent/node/record-table.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { workload } from '../../fixtures/node.ts';
import { MemoryHost } from '../../harness/memory-host.ts';

const source = { id: 'source' };
const copy = { id: 'copy', name: 'twin', seedFrom: 'source' };

/** A host on which one node runs and is being copied for another one. */
async function copyingHost(): Promise<MemoryHost> {
  const host = new MemoryHost();
  host.list(source);
  host.start();
  await host.settle();
  expect(host.runtime.stepsOf('source')).toEqual(['create', 'start']);
  saveNodeRecord(host.database, 'copy', { ...newNodeRecord(0), seed: { from: 'source', state: 'copying' } });
  host.list({ ...source, revision: 2 }, copy);
  await host.settle();
  return host;
}

const isUp = (host: MemoryHost) => host.runtime.workloads.get('source')?.state === 'running';
const reportOf = (host: MemoryHost) => host.controller.worker('source')?.report();

test('invariant 3: the daemon of a source is down while its data is copied, also after the agent was killed, and says for whom', async () => {
  const host = await copyingHost();
  expect(host.runtime.stepsOf('source')).toEqual(['create', 'start', 'stop']);
  expect(reportOf(host)).toMatchObject({ phase: 'stopped', appliedRevision: 1 });
  expect(reportOf(host)?.reason).toContain('its chain data is being copied for twin');
  await host.stop();
  host.start();
  await host.pass(180_000);
  expect(isUp(host)).toBe(false);
});

test('explains a source as the agent holds it: first its stop, then that it waits for the copy, and no start', async () => {
  const host = await copyingHost();
  const explain = () => {
    const entry = host.desired.get('source');
    if (entry === undefined) throw new Error('the source is not desired');
    return host.controller.explain(entry);
  };
  const waitingFor = 'its chain data is being copied for twin; the node continues after that';
  expect(await explain()).toMatchObject({ steps: [], waitingFor });
  await host.stop();
  const { instanceId } = host.runtime;
  host.runtime.workloads.set('source', { ...workload({ id: 'w-source', instanceId }), version: '28.1' });
  expect(await explain()).toMatchObject({ steps: [{ action: 'stop' }], waitingFor });
});

test.each([
  ['is to be stopped', { ...copy, desiredState: 'stopped' as const }],
  ['is to be deleted', { ...copy, desiredState: 'deleted' as const }],
])('a source runs again at once when its copy %s', async (_what, changed) => {
  const host = await copyingHost();
  host.list({ ...source, revision: 2 }, changed);
  await host.settle();
  expect(isUp(host)).toBe(true);
  expect(reportOf(host)?.appliedRevision).toBe(2);
});

test('a source runs again once its copy is not listed any more', async () => {
  const host = await copyingHost();
  host.list({ ...source, revision: 2 });
  await host.pass(61_000);
  expect(isUp(host)).toBe(true);
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
