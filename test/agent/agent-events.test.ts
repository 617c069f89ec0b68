import { expect, test } from 'vitest';
import { AgentEvents } from '../../src/agent/outbox/agent-events.ts';
import type { NewEvent } from '../../src/agent/outbox/event.ts';
import { withLevel } from '../../src/contract/events.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

test('an engine that is away for long is one event, and its return another; a restart is neither', async () => {
  const clock = new VirtualClock(0);
  const recorded: NewEvent[] = [];
  const { log, lines } = listeningLog();
  const events = new AgentEvents({ outbox: { record: (event) => `${recorded.push(withLevel(event))}` }, log, clock });
  events.runtimeReachable(true, 'it answers again');
  expect([lines, events.isRuntimeReachable]).toEqual([[], true]);
  events.runtimeReachable(false, 'it is down');
  expect(events.runtimeFault).toBe('it is down');
  await clock.passUntil(29_000);
  events.runtimeReachable(false, 'it is down');
  events.runtimeReachable(true, 'it answers again');
  expect([recorded, events.runtimeFault]).toEqual([[], null]);

  events.runtimeReachable(false, 'it is down');
  await clock.passUntil(70_000);
  for (let tries = 0; tries < 3; tries++) events.runtimeReachable(false, 'it is down');
  events.runtimeReachable(true, 'it answers again');
  expect(recorded.map(({ level, kind }) => [level, kind])).toEqual([
    ['error', 'executor.engine-lost'],
    ['info', 'executor.engine-back'],
  ]);
});
