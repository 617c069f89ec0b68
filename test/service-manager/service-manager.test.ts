import { expect, test } from 'vitest';
import { pingIntervalMs, serviceManager } from '../../src/service-manager/service-manager.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

const NOTIFY_SOCKET = '/run/systemd/notify';
const systemd = { NOTIFY_SOCKET, WATCHDOG_USEC: '60000000' };

/** Runs a service manager for 59 seconds; returns the notifications of systemd, and the number of lines of the log. */
async function told(env: Record<string, string>, { isAlive = true, fails = false } = {}) {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const words: string[] = [];
  const notify = async (said: readonly string[]) => {
    words.push(...said);
    if (fails) throw new Error('no such program');
  };
  const ending = new AbortController();
  const running = serviceManager({ env, notify, isAlive: () => isAlive, clock, log }).run(ending.signal);
  await clock.passUntil(59_000);
  ending.abort();
  await running;
  return { words: words.join(' '), logged: lines.length };
}

const alive = 'READY=1 WATCHDOG=1 WATCHDOG=1 WATCHDOG=1 STOPPING=1';

test.each([
  ['that the agent is ready, three times in a watchdog’s time that it lives, and that it ends', systemd, {}, alive, 0],
  ['no life of an agent whose loops stand still', systemd, { isAlive: false }, 'READY=1 STOPPING=1', 0],
  ['only start and end without a watchdog', { NOTIFY_SOCKET }, {}, 'READY=1 STOPPING=1', 0],
  ['nothing where there is no systemd', {}, {}, '', 0],
  ['all of it although messages are lost, which is in the log once', systemd, { fails: true }, alive, 1],
])('systemd is told %s', async (_what, env, options, words, logged) => {
  expect(await told(env, options)).toEqual({ words, logged });
});

test.each([
  ['30000000', 10_000],
  ['soon', null],
])('WATCHDOG_USEC=%s asks for a sign of life each %s ms', (WATCHDOG_USEC, ms) => {
  expect(pingIntervalMs({ WATCHDOG_USEC })).toBe(ms);
});
