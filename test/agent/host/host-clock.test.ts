import { expect, test } from 'vitest';
import { faultAfter, HostClock } from '../../../src/agent/host/host-clock.ts';
import { ProblemWatch } from '../../../src/agent/node/problems/problem-watch.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { desired } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const dated = Date.UTC(2026, 0, 1, 12);
const date = new Date(dated).toUTCString();
const answered = (sent: number, received: number) => ({
  date,
  sentAt: dated + sent * 1000,
  receivedAt: dated + received * 1000,
});

test('a clock is off from two minutes on, and right again below one', () => {
  const ahead = faultAfter(null, 120);
  expect(ahead).toBe('the host’s clock is 2 minutes or more ahead of the control plane’s');
  expect(faultAfter(null, -120)).toContain('behind the control plane’s');
  expect(faultAfter(null, 119)).toBeNull();
  expect(faultAfter(ahead, 61)).toBe(ahead);
  expect(faultAfter(ahead, 59)).toBeNull();
});

test('is told in the log once, and to the nodes once it has lasted five minutes; it ends as slowly', async () => {
  const clock = new VirtualClock(dated);
  const { log, lines } = listeningLog();
  const hostClock = new HostClock({ clock, log });
  const watch = new ProblemWatch(clock, [], () => hostClock.fault);
  const lookAfter = async (minutes: number, secondsOff: number) => {
    await clock.passUntil(clock.elapsed() + minutes * 60_000);
    hostClock.note(answered(secondsOff, secondsOff));
    return watch.look(desired(), newNodeRecord(0), null).told.map(({ code }) => code);
  };
  expect(await lookAfter(1, 0)).toEqual([]);
  expect(await lookAfter(1, 600)).toEqual([]);
  expect(await lookAfter(4, 610)).toEqual([]);
  expect(await lookAfter(1, 620)).toEqual(['clock_off']);
  expect(await lookAfter(1, 0)).toEqual(['clock_off']);
  expect(await lookAfter(5, 0)).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/2 minutes or more ahead.*time service/),
    expect.stringContaining('agrees'),
  ]);
});

test('what was measured long ago says nothing: the clock may have been set while the control plane was away', async () => {
  const clock = new VirtualClock(dated);
  const hostClock = new HostClock({ clock, log: listeningLog().log });
  hostClock.note(answered(600, 600));
  expect(hostClock.fault).not.toBeNull();
  await clock.passUntil(clock.elapsed() + 11 * 60_000);
  expect(hostClock.fault).toBeNull();
});
