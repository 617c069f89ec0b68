import { expect, onTestFinished, test } from 'vitest';
import { ExecutorSessions } from '../../src/agent/reconcile/executor-session.ts';
import { MemoryHost } from '../harness/memory-host.ts';

/** The sessions of an agent whose control plane last called it `executorId`. */
function sessionsOn(host: MemoryHost, executorId?: string, onRuntimeReachable = (_answers: boolean) => {}) {
  const ending = new AbortController();
  const runtimesOf: string[] = [];
  const listening: { executorId: string; hasEnded: boolean }[] = [];
  const { runtime: _runtime, ...deps } = host.deps;
  const sessions = new ExecutorSessions(
    {
      nodeRuntime: (id) => {
        runtimesOf.push(id);
        return host.runtime;
      },
      deps,
      lease: host.lease,
      onRuntimeOpen: () => undefined,
      onRuntimeReachable,
      listenToNudges: async (signal) => {
        const entry = { executorId: runtimesOf.at(-1) ?? '', hasEnded: false };
        listening.push(entry);
        signal.addEventListener('abort', () => {
          entry.hasEnded = true;
        });
      },
    },
    { executorId },
    deps.log,
  );
  const running = sessions.run(ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  return { sessions, runtimesOf, listening };
}

test('keeps the nodes of the executor that ran here before, without any control plane', async () => {
  const host = new MemoryHost();
  host.lease.lose();
  host.list({ id: 'a' });
  sessionsOn(host, 'e');
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
});

test('starts no session before it is known which executor this is', async () => {
  const host = new MemoryHost();
  const { sessions, runtimesOf } = sessionsOn(host);
  await host.settle();
  expect(sessions.report()).toEqual([]);
  sessions.accept('e', []);
  expect(runtimesOf).toEqual(['e']);
});

test('listens to nudges only once the control plane has accepted a heartbeat', async () => {
  const host = new MemoryHost();
  host.lease.lose();
  const { listening } = sessionsOn(host, 'e');
  await host.settle();
  expect(listening).toEqual([]);
  host.lease.grant();
  await host.settle();
  expect(listening).toEqual([{ executorId: 'e', hasEnded: false }]);
});

test('wakes every node when the lease is granted, whichever call came first', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  sessionsOn(host, 'e');
  await host.settle();
  const present = host.runtime.workloads.get('a');
  if (present === undefined) throw new Error('the node has no workload');
  host.lease.lose();
  host.runtime.workloads.set('a', { ...present, instanceId: 'other', version: '27.0' });
  await host.pass(61_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  host.lease.grant();
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop', 'remove', 'create', 'start']);
});

test('ends the session of an executor that was deleted and registered again under another id', async () => {
  const host = new MemoryHost();
  host.list({ id: 'a' });
  const { sessions, runtimesOf, listening } = sessionsOn(host, 'former');
  await host.settle();
  sessions.accept('present', []);
  await host.settle();
  expect(runtimesOf).toEqual(['former', 'present']);
  expect(sessions.report().map(({ id }) => id)).toEqual(['a']);
  expect(listening).toEqual([
    { executorId: 'former', hasEnded: true },
    { executorId: 'present', hasEnded: false },
  ]);
  expect(host.logged.map(({ msg }) => msg)).toContain('control plane assigned another executor id');
});

test('an engine that was lost under another executor id is reported as back by the session after it', async () => {
  const host = new MemoryHost();
  const said: boolean[] = [];
  const { sessions } = sessionsOn(host, 'former', (answers) => said.push(answers));
  await host.settle();
  const { changeStream } = host.runtime;
  changeStream.refusal = new Error('the engine is down');
  changeStream.break(changeStream.refusal);
  await host.pass(60_000);
  expect(said.at(-1)).toBe(false);
  changeStream.refusal = undefined;
  sessions.accept('other', []);
  await host.settle();
  expect(said.at(-1)).toBe(true);
});
