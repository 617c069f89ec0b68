import { expect, test } from 'vitest';
import { readIntent } from '../../../src/agent/reconcile/step-runner.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { MemoryHost, startedHost } from '../../harness/memory-host.ts';
import type { MemoryStepKind } from '../../harness/memory-runtime.ts';

const reportOf = (host: MemoryHost) => host.controller.worker('a')?.node.report();
const eventsOf = (host: MemoryHost, kind: string) => host.events.filter((event) => event.kind === kind);

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

/** Lets the first step of a kind take until the function is called that is returned. */
function hold(host: MemoryHost, held: MemoryStepKind): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  host.runtime.onApply = async ({ kind }) => {
    if (kind !== held || !isFirst) return;
    isFirst = false;
    await promise;
  };
  return resolve;
}

test('backs off to six minutes at most, reports a failure once, and recovers', async () => {
  const { host, tries, mend } = hostWithBrokenStart();
  await host.settle();
  for (const [ms, expected] of [
    [0, 1],
    [700, 1],
    [600, 2],
    [1000, 2],
    [1400, 3],
  ] as const) {
    await host.pass(ms);
    expect(tries()).toBe(expected);
  }
  expect(reportOf(host)).toMatchObject({ phase: 'failing', reason: 'no space left on device', appliedRevision: null });
  await host.pass(3_600_000);
  const before = tries();
  await host.pass(361_000);
  expect(tries()).toBeGreaterThan(before);
  mend();
  await host.pass(361_000);
  expect(reportOf(host)).toMatchObject({ phase: 'starting', appliedRevision: 1 });
  expect(eventsOf(host, 'node.failing')).toHaveLength(1);
});

test('says when the next try comes, as long as there is one', async () => {
  const { host, mend } = hostWithBrokenStart();
  const explain = async () => (await host.explain('a')).waitingFor;
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

test('retries at once on a new desired state, but not on the change its failure made', async () => {
  const { host, tries } = hostWithBrokenStart();
  await host.settle();
  host.clock.step(-3_600_000);
  await host.pass(1300);
  expect(tries()).toBe(2);
  await host.pass(60_000);
  const before = tries();
  host.runtime.changeStream.send({ nodeId: 'a', workloadId: 'w-a', exitCode: null });
  await host.settle();
  expect(tries()).toBe(before);
  await host.relist({ id: 'a', restartCounter: 1 });
  expect(tries()).toBe(before + 1);
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
  await host.relist({ id: 'a', clientVersion: '28.1' });
  expect(host.runtime.stepsOf('a')).toEqual(['pull', 'create', 'start']);
  expect(eventsOf(host, 'node.failing')).toEqual([]);
});

test('goes on with a pull that is still needed when something else of the node changes', async () => {
  const host = new MemoryHost();
  const release = hold(host, 'pull');
  host.list({ id: 'a', clientVersion: '27.0' });
  host.start();
  await host.settle();
  await host.relist({ id: 'a', clientVersion: '27.0', overrides: [{ key: 'par', value: '2' }] });
  release();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['pull', 'create', 'start']);
});

test.each([true, false])(
  'invariant 4: reports a step of an ended agent exactly once; carried out: %s',
  async (isDone) => {
    const host = new MemoryHost();
    const release = hold(host, 'create');
    host.list({ id: 'a' });
    host.start();
    await host.settle();
    const intent = readIntent(host.database, 'a');
    expect(intent?.step.kind).toBe('create');
    await host.stop();
    if (isDone) {
      // The runtime completes what it has started.
      release();
      await host.settle();
    }
    host.start();
    await host.settle();
    expect(host.runtime.stepsOf('a')).toEqual(isDone ? ['create', 'start'] : ['create', 'create', 'start']);
    const created = eventsOf(host, 'node.container_created');
    expect(created).toHaveLength(1);
    // The one that was not carried out is not reported, and another one is.
    expect(created[0]?.id === intent?.eventId).toBe(isDone);
    expect(created[0]?.data).toMatchObject({ result: isDone ? 'unknown' : 'result of create' });
    expect(eventsOf(host, 'node.started')[0]?.data).toMatchObject({ result: 'result of start' });
    expect(readIntent(host.database, 'a')).toBeUndefined();
  },
);

test('invariant 4: does not report the exit of a stop that an ended agent began', async () => {
  const host = await startedHost({ id: 'a' });
  hold(host, 'stop');
  await host.relist({ id: 'a', desiredState: 'stopped' });
  await host.stop();
  // The runtime finishes the stop without the agent.
  host.runtime.crashUnreported('a', 0);
  host.start();
  await host.settle();
  expect(eventsOf(host, 'node.stopped')).toHaveLength(1);
  expect(eventsOf(host, 'node.exited')).toEqual([]);
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

test('does not record the revision of a node whose plan is blocked', async () => {
  const host = await startedHost({ id: 'a' });
  host.runtime.change('a', { instanceId: 'other' });
  host.lease.isHeld = false;
  await host.relist({ id: 'a', revision: 2, desiredState: 'stopped' });
  expect(reportOf(host)).toMatchObject({ reason: 'another agent made it', appliedRevision: 1 });
});
