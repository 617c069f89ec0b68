import { expect, test } from 'vitest';
import { TakeoverTurns } from '../../../src/agent/reconcile/takeover-turns.ts';
import { workload } from '../../fixtures/node.ts';
import { MemoryHost } from '../../harness/memory-host.ts';

/** A host with nodes whose containers are of a former installation, and not as desired. */
function takenOverHost(ids: readonly string[]): MemoryHost {
  const host = new MemoryHost();
  for (const id of ids) {
    host.runtime.data.add(id);
    host.runtime.workloads.set(id, { ...workload({ id: `w-${id}`, instanceId: 'former' }), version: '27.0' });
  }
  host.list(...ids.map((id) => ({ id })));
  return host;
}

test('a node that is down waits for nobody, and one whose daemon ends again keeps nobody waiting', async () => {
  const host = takenOverHost(['a', 'b', 'c']);
  const down = host.runtime.workloads.get('c');
  if (down !== undefined) host.runtime.workloads.set('c', { ...down, state: 'stopped' });
  host.start();
  await host.settle();
  const recreated = () => ['a', 'b', 'c'].filter((id) => host.runtime.stepsOf(id).includes('create'));
  expect(recreated()).toEqual(['a', 'c']);
  const entry = host.desired.get('b');
  const explained = entry && (await host.controller.explain(entry));
  expect(explained?.waitingFor).toContain('one container after the other');
  host.runtime.crash('a', 1);
  await host.settle();
  expect(recreated()).toEqual(['a', 'b', 'c']);
});

test('containers of a former installation that are not as desired are re-created one after the other', async () => {
  const host = takenOverHost(['a', 'b', 'c']);
  host.start();
  await host.settle();
  const recreated = () => ['a', 'b', 'c'].filter((id) => host.runtime.stepsOf(id).includes('create'));
  expect(recreated()).toEqual(['a']);
  expect(host.controller.worker('b')?.report()).toMatchObject({
    phase: 'starting',
    reason: expect.stringContaining('one container after the other'),
    appliedRevision: null,
  });
  // A node that fails, or is not to run any more, does not keep the others waiting.
  host.list({ id: 'a', desiredState: 'stopped' }, { id: 'b' }, { id: 'c' });
  await host.settle();
  expect(recreated()).toEqual(['a', 'b']);
});

test('who waits is woken when the turn ends, and no one ends the turn of another', () => {
  const woken: string[] = [];
  const turns = new TakeoverTurns((nodeId) => woken.push(nodeId));
  expect(turns.take('a')).toBe(true);
  expect(turns.take('a')).toBe(true);
  expect(turns.take('b')).toBe(false);
  turns.end('b');
  expect(turns.take('b')).toBe(false);
  turns.end('a');
  expect(woken).toEqual(['b']);
  expect(turns.take('b')).toBe(true);
});
