import { expect, onTestFinished, test } from 'vitest';
import { agentEvents } from '../../src/agent/outbox/agent-events.ts';
import type { NewEvent } from '../../src/agent/outbox/event.ts';
import { executorSessions } from '../../src/agent/reconcile/executor-session.ts';
import { withLevel } from '../../src/contract/events.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { MemoryHost } from '../harness/memory-host.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

/** The sessions of an agent whose control plane last called it `executorId`, and what they did first. */
async function sessionsOf({ executorId = 'e' as string | null, hasLease = true, nodes = [{ id: 'a' }] } = {}) {
  const host = new MemoryHost();
  if (!hasLease) host.lease.isHeld = false;
  host.list(...nodes);
  const ending = new AbortController();
  const runtimesOf: string[] = [];
  const listening: { executorId: string; hasEnded: boolean }[] = [];
  const reachable: boolean[] = [];
  const { runtime: _runtime, ...deps } = host.deps;
  const sessions = executorSessions(
    {
      nodeRuntime: (id) => {
        runtimesOf.push(id);
        return host.runtime;
      },
      deps,
      lease: host.lease,
      onRuntimeOpen: () => undefined,
      onRuntimeReachable: (answers) => reachable.push(answers),
      listenToNudges: async (signal) => {
        const entry = { executorId: runtimesOf.at(-1) ?? '', hasEnded: false };
        listening.push(entry);
        signal.addEventListener('abort', () => Object.assign(entry, { hasEnded: true }));
      },
    },
    { executorId: executorId ?? undefined },
  );
  const running = sessions.run(ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  await host.settle();
  return { host, sessions, runtimesOf, listening, reachable };
}

test('keeps the previous executor’s nodes running without a control plane', async () => {
  const { host, listening } = await sessionsOf({ hasLease: false });
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(listening).toEqual([]);
  host.lease.isHeld = true;
  await host.settle();
  expect(listening).toEqual([{ executorId: 'e', hasEnded: false }]);
});

test('starts no session before it is known which executor this is', async () => {
  const { sessions, runtimesOf } = await sessionsOf({ executorId: null, nodes: [] });
  expect(sessions.report()).toEqual([]);
  sessions.accept('e', []);
  expect(runtimesOf).toEqual(['e']);
});

test('wakes every node when the lease is granted', async () => {
  const { host } = await sessionsOf();
  host.lease.isHeld = false;
  host.runtime.change('a', { instanceId: 'other', version: '27.0' });
  await host.pass(61_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  host.lease.isHeld = true;
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'create', 'start']);
});

test('ends the session of an executor that was registered again under another id', async () => {
  const { host, sessions, runtimesOf, listening, reachable } = await sessionsOf({ executorId: 'former' });
  const { changeStream } = host.runtime;
  changeStream.refusal = new Error('the engine is down');
  changeStream.break(changeStream.refusal);
  await host.pass(60_000);
  expect(reachable.slice(0, 3)).toEqual([true, false, false]);
  changeStream.refusal = undefined;
  sessions.accept('present', []);
  await host.settle();
  expect(reachable.at(-1)).toBe(true);
  expect(runtimesOf).toEqual(['former', 'present']);
  expect(sessions.report().map(({ id }) => id)).toEqual(['a']);
  expect(listening).toEqual([
    { executorId: 'former', hasEnded: true },
    { executorId: 'present', hasEnded: false },
  ]);
  expect(host.logged.map(({ msg }) => msg)).toContain('control plane assigned another executor id');
});

test('reports an engine’s long outage and its return once each, and no restart', async () => {
  const clock = new VirtualClock(0);
  const recorded: NewEvent[] = [];
  const { log, lines } = listeningLog();
  const events = agentEvents({ outbox: { record: (event) => `${recorded.push(withLevel(event))}` }, log, clock });
  const answers = (isReachable: boolean) =>
    events.runtimeReachable(isReachable, isReachable ? 'it is back' : 'it is down');
  answers(true);
  expect([lines, events.isRuntimeReachable]).toEqual([[], true]);
  answers(false);
  expect(events.runtimeFault).toBe('it is down');
  await clock.passUntil(29_000);
  answers(false);
  answers(true);
  expect([recorded, events.runtimeFault]).toEqual([[], null]);

  answers(false);
  await clock.passUntil(70_000);
  for (let tries = 0; tries < 3; tries++) answers(false);
  answers(true);
  expect(recorded.map(({ level, kind }) => [level, kind])).toEqual([
    ['error', 'executor.engine_lost'],
    ['info', 'executor.engine_back'],
  ]);
});
