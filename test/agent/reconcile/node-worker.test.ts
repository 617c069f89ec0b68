import { expect, test } from 'vitest';
import { readIntent } from '../../../src/agent/reconcile/step-runner.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { MemoryHost } from '../../harness/memory-host.ts';

/** A host whose node `a` cannot be started until `mend` is called. */
function hostWithBrokenStart(): { host: MemoryHost; tries: () => number; mend: () => void } {
  const host = new MemoryHost();
  let isBroken = true;
  host.runtime.onApply = ({ kind }) => {
    if (kind === 'start' && isBroken) throw new RuntimeError('refused', 'no space left on device');
  };
  host.list({ id: 'a' });
  host.start();
  return {
    host,
    tries: () => host.runtime.stepsOf('a').filter((step) => step === 'start').length,
    mend: () => {
      isBroken = false;
    },
  };
}

test('waits longer after each failure, reports it once, and recovers', async () => {
  const { host, tries, mend } = hostWithBrokenStart();
  await host.settle();
  expect(tries()).toBe(1);
  await host.pass(700);
  expect(tries()).toBe(1);
  await host.pass(600);
  expect(tries()).toBe(2);
  await host.pass(1000);
  expect(tries()).toBe(2);
  await host.pass(1400);
  expect(tries()).toBe(3);
  expect(host.controller.worker('a')?.node.report()).toMatchObject({
    phase: 'failing',
    reason: 'no space left on device',
  });
  mend();
  await host.pass(5000);
  expect(tries()).toBe(4);
  expect(host.phaseOf('a')).toBe('starting');
  expect(host.events.filter(({ kind }) => kind === 'node.failing')).toHaveLength(1);
});

test('says when the next try comes, as long as there is one', async () => {
  const { host, mend } = hostWithBrokenStart();
  const explain = async () => {
    const entry = host.desired.get('a');
    return entry === undefined ? undefined : (await host.controller.explain(entry)).waitingFor;
  };
  await host.settle();
  const at = /^the next retry after the last failure, at (.*)$/.exec((await explain()) ?? '')?.[1] ?? '';
  const restMs = Date.parse(at) - host.clock.now();
  expect(restMs).toBeGreaterThan(0);
  expect(restMs).toBeLessThanOrEqual(1200);
  mend();
  // Shown without fractions of a millisecond.
  await host.pass(restMs + 1);
  expect(host.phaseOf('a')).toBe('starting');
  expect(await explain()).toBeNull();
});

test('never waits longer than five minutes and a fifth', async () => {
  const { host, tries } = hostWithBrokenStart();
  await host.pass(3_600_000);
  const before = tries();
  await host.pass(361_000);
  expect(tries()).toBeGreaterThan(before);
});

test('tries again at once when the desired state changes, and not for a change that the failure itself caused', async () => {
  const { host, tries } = hostWithBrokenStart();
  await host.pass(60_000);
  const before = tries();
  host.runtime.changeStream.send({ nodeId: 'a', workloadId: 'w-a', exitCode: null });
  await host.settle();
  expect(tries()).toBe(before);
  host.list({ id: 'a', restartCounter: 1 });
  await host.settle();
  expect(tries()).toBe(before + 1);
});

test('a clock that is set back does not delay the next try', async () => {
  const { host, tries } = hostWithBrokenStart();
  await host.settle();
  host.clock.step(-3_600_000);
  await host.pass(1300);
  expect(tries()).toBe(2);
});

test('gives a node other ports when its ports could not be published', async () => {
  const host = new MemoryHost();
  host.runtime.onApply = ({ kind }) => {
    if (kind === 'start' && host.runtime.rejectedPorts.length === 0)
      throw new RuntimeError('port-conflict', 'address already in use');
  };
  host.list({ id: 'a' });
  host.start();
  await host.pass(2000);
  expect(host.runtime.rejectedPorts).toEqual([1, 2]);
  expect(host.controller.worker('a')?.node.report().endpoint).toEqual({ host: 'host', rpcPort: 3, p2pPort: 4 });
});

test('cancels a pull that is no longer needed, without calling it a failure', async () => {
  const host = new MemoryHost();
  host.runtime.onApply = ({ kind }, { signal }) => {
    if (kind !== 'pull') return undefined;
    const { promise, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(new RuntimeError('refused', 'the pull was given up')));
    return promise;
  };
  host.list({ id: 'a', clientVersion: '27.0' });
  host.start();
  await host.settle();
  expect(host.phaseOf('a')).toBe('pulling');
  host.list({ id: 'a', clientVersion: '28.1' });
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['pull', 'create', 'start']);
  expect(host.events.map(({ kind }) => kind)).not.toContain('node.failing');
});

test('goes on with a pull that is still needed when something else of the node changes', async () => {
  const host = new MemoryHost();
  const fetched = Promise.withResolvers<void>();
  host.runtime.onApply = ({ kind }) => (kind === 'pull' ? fetched.promise : undefined);
  host.list({ id: 'a', clientVersion: '27.0' });
  host.start();
  await host.settle();
  host.list({ id: 'a', clientVersion: '27.0', overrides: [{ key: 'par', value: '2' }] });
  await host.settle();
  fetched.resolve();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['pull', 'create', 'start']);
});

test('invariant 4: an agent that ends during a step reports that step exactly once after its next start', async () => {
  const host = new MemoryHost();
  const applied = Promise.withResolvers<void>();
  let isFirst = true;
  host.runtime.onApply = async ({ kind }) => {
    if (kind !== 'create' || !isFirst) return;
    isFirst = false;
    await applied.promise;
  };
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const intent = readIntent(host.database, 'a');
  expect(intent?.step.kind).toBe('create');
  await host.stop();
  // The runtime completes what it has started.
  applied.resolve();
  await host.settle();
  host.start();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  const created = host.events.filter(({ kind }) => kind === 'node.container-created');
  expect(created).toEqual([expect.objectContaining({ id: intent?.eventId, data: { result: 'unknown' } })]);
  const started = host.events.find(({ kind }) => kind === 'node.started');
  expect(started?.data).toEqual({ result: 'result of start' });
  expect(readIntent(host.database, 'a')).toBeUndefined();
});

test('invariant 4: a step that an ended agent did not carry out is not reported, and is done again', async () => {
  const host = new MemoryHost();
  const never = Promise.withResolvers<void>();
  let isFirst = true;
  host.runtime.onApply = async ({ kind }) => {
    if (kind !== 'create' || !isFirst) return;
    isFirst = false;
    await never.promise;
  };
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const intent = readIntent(host.database, 'a');
  await host.stop();
  host.start();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'create', 'start']);
  const created = host.events.filter(({ kind }) => kind === 'node.container-created');
  expect(created).toHaveLength(1);
  expect(created[0]?.id).not.toBe(intent?.eventId);
});

test('invariant 4: does not report the exit of a stop that an ended agent began', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const never = Promise.withResolvers<void>();
  host.runtime.onApply = ({ kind }) => (kind === 'stop' ? never.promise : undefined);
  host.list({ id: 'a', desiredState: 'stopped' });
  await host.settle();
  await host.stop();
  // The runtime finishes the stop without the agent.
  host.runtime.crashUnreported('a', 0);
  host.start();
  await host.settle();
  const kinds = host.events.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'node.stopped')).toHaveLength(1);
  expect(kinds).not.toContain('node.exited');
});

test('takes no step any more when the agent ends while it observes', async () => {
  const host = new MemoryHost();
  const observing = Promise.withResolvers<void>();
  host.runtime.onObserve = () => observing.promise;
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const stopped = host.stop();
  observing.resolve();
  await stopped;
  expect(host.runtime.stepsOf('a')).toEqual([]);
  expect(readIntent(host.database, 'a')).toBeUndefined();
  expect(host.events).toEqual([]);
});

test('a stopped node that is desired running again is started, and its restart counter is not acted on', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  host.list({ id: 'a', desiredState: 'stopped', restartCounter: 3 });
  await host.settle();
  host.list({ id: 'a', desiredState: 'running', restartCounter: 3 });
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'start']);
});

test('does not record the revision of a node whose plan is blocked', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  host.start();
  await host.settle();
  const present = host.runtime.workloads.get('a');
  if (present === undefined) throw new Error('the node has no workload');
  host.runtime.workloads.set('a', { ...present, instanceId: 'other' });
  host.lease.lose();
  host.list({ id: 'a', revision: 2, desiredState: 'stopped' });
  await host.settle();
  expect(host.controller.worker('a')?.node.report()).toMatchObject({
    reason: 'another agent made it',
    appliedRevision: 1,
  });
});

test('records the revision only when it is applied completely', async () => {
  const { host, mend } = hostWithBrokenStart();
  await host.settle();
  expect(host.controller.worker('a')?.node.report().appliedRevision).toBeNull();
  mend();
  await host.pass(2000);
  expect(host.controller.worker('a')?.node.report().appliedRevision).toBe(1);
});
