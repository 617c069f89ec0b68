import { expect, test } from 'vitest';
import { pingIntervalMs, ServiceManager } from '../../src/service-manager/service-manager.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

/**
 * Runs a service manager with this environment for a time, in milliseconds; returns the notifications of systemd, and
 * the log.
 */
async function told(env: Record<string, string>, forMs: number, { isAlive = true, fails = false } = {}) {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const words: string[] = [];
  const notify = async (said: readonly string[]) => {
    words.push(...said);
    if (fails) throw new Error('no such program');
  };
  const ending = new AbortController();
  const running = new ServiceManager({ env, notify, isAlive: () => isAlive, clock, log }).run(ending.signal);
  await clock.passUntil(forMs);
  ending.abort();
  await running;
  return { words, lines };
}

const systemd = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' };

test('systemd is told that the agent is ready, three times in a watchdog’s time that it lives, and that it ends', async () => {
  const { words } = await told(systemd, 59_000);
  expect(words).toEqual(['READY=1', ...Array(3).fill('WATCHDOG=1'), 'STOPPING=1']);
});

test('an agent whose loops stand still is not called alive', async () => {
  const { words } = await told(systemd, 59_000, { isAlive: false });
  expect(words).toEqual(['READY=1', 'STOPPING=1']);
});

test('without a watchdog, systemd is told only of the start and the end; without systemd, nothing', async () => {
  expect((await told({ NOTIFY_SOCKET: '/run/systemd/notify' }, 600_000)).words).toEqual(['READY=1', 'STOPPING=1']);
  expect((await told({}, 600_000)).words).toEqual([]);
});

test('messages that are lost are in the log once, and do not end the agent', async () => {
  const { words, lines } = await told(systemd, 59_000, { fails: true });
  expect(words).toHaveLength(5);
  expect(lines).toHaveLength(1);
});

test.each([
  ['30000000', 10_000],
  ['0', null],
  ['', null],
  ['soon', null],
])('WATCHDOG_USEC=%s asks for a sign of life each %s ms', (WATCHDOG_USEC, ms) => {
  expect(pingIntervalMs({ WATCHDOG_USEC })).toBe(ms);
});
