import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultAfter, hostClockWatch } from '../../../src/agent/control-plane/host-clock.ts';
import { checkRestart, type HostRun, readBootId, restartEvent } from '../../../src/agent/host/restart-watch.ts';
import { ProblemWatch } from '../../../src/agent/node/problems/problem-watch.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { desired } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { testStore } from '../test-store.ts';

const before: HostRun = { bootId: 'boot 1', engineStartedAt: 1000 };
const unknown: HostRun = { bootId: null, engineStartedAt: null };

test.each<[string, HostRun, HostRun, string | undefined]>([
  ['the same run', before, before, undefined],
  ['another boot', before, { bootId: 'boot 2', engineStartedAt: 2000 }, 'executor.host_restarted'],
  ['a boot whose systemd an earlier agent did not look at', { ...before, bootId: 'boot' }, before, undefined],
  ['another boot after an earlier agent', { ...before, bootId: 'other' }, before, 'executor.host_restarted'],
  ['another start of the engine', before, { ...before, engineStartedAt: 2000 }, 'executor.engine_restarted'],
  ['the first run that is seen', unknown, before, undefined],
  ['a run of which nothing is known', before, unknown, undefined],
])('the event for %s after %j: %j → %s', (_what, last, now, kind) => {
  expect(restartEvent(last, now)?.kind).toBe(kind);
});

test('reports a restart once as an executor event, also after the agent restarts', async () => {
  const { database } = testStore();
  const events: NewEvent[] = [];
  let run = before;
  const check = () => checkRestart({ database, record: (event) => events.push(event), readRun: async () => run });
  await check();
  run = { bootId: 'boot 2', engineStartedAt: 2000 };
  await check();
  await check();
  const message = 'The host rebooted and its nodes restarted.';
  expect(events).toEqual([{ kind: 'executor.host_restarted', nodeId: null, message }]);
});

test('knows the id of this boot, and another one for each start of a system container', async () => {
  const folder = scratchFolder('systemd');
  const none = await readBootId(join(folder, 'none'));
  expect(none).toMatch(/^[0-9a-f-]{36}$/);
  const made = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const first = made('first');
  const id = await readBootId(first);
  expect(id).toMatch(/^[0-9a-f-]{36} \d+$/);
  writeFileSync(join(first, 'later.service'), '');
  expect(await readBootId(first)).toBe(id);
  await until('a folder is younger', async () => (await readBootId(made(randomUUID()))) !== id);
});

const dated = Date.UTC(2026, 0, 1, 12);
const date = new Date(dated).toUTCString();
const answered = (secondsOff: number) => {
  const at = dated + secondsOff * 1000;
  return { date, sentAt: at, receivedAt: at };
};

test('a clock is off from two minutes, and right below one or if measured long ago', async () => {
  const ahead = faultAfter(null, 120);
  expect(ahead).toBe('the host’s clock is at least 2 minutes ahead of the control plane');
  expect(faultAfter(null, -120)).toContain('behind the control plane');
  expect(faultAfter(null, 119)).toBeNull();
  expect(faultAfter(ahead, 61)).toBe(ahead);
  expect(faultAfter(ahead, 59)).toBeNull();
  const clock = new VirtualClock(dated);
  const hostClock = hostClockWatch({ clock, log: listeningLog().log });
  hostClock.note(answered(600));
  expect(hostClock.fault).not.toBeNull();
  await clock.passUntil(clock.elapsed() + 11 * 60_000);
  expect(hostClock.fault).toBeNull();
});

test('is logged once, reported to nodes after five minutes, and cleared as slowly', async () => {
  const clock = new VirtualClock(dated);
  const { log, lines } = listeningLog();
  const hostClock = hostClockWatch({ clock, log });
  const watch = new ProblemWatch(clock, [], () => hostClock.fault);
  const lookAfter = async (minutes: number, secondsOff: number) => {
    await clock.passUntil(clock.elapsed() + minutes * 60_000);
    hostClock.note(answered(secondsOff));
    return watch.update(desired(), newNodeRecord(0), null).reported.map(({ code }) => code);
  };
  expect(await lookAfter(1, 0)).toEqual([]);
  expect(await lookAfter(1, 600)).toEqual([]);
  expect(await lookAfter(4, 610)).toEqual([]);
  expect(await lookAfter(1, 620)).toEqual(['clock_off']);
  expect(await lookAfter(1, 0)).toEqual(['clock_off']);
  expect(await lookAfter(5, 0)).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/at least 2 minutes ahead.*time synchronization/),
    expect.stringContaining('in sync'),
  ]);
});
