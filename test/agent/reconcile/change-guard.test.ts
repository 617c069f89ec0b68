import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { NodeRecordStore } from '../../../src/agent/node/record-store.ts';
import { ChangeGuard } from '../../../src/agent/reconcile/change-guard.ts';
import { workloadConfig } from '../../../src/bitcoin/workload-config.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { desired, mainnetSpec, workload } from '../../fixtures/node.ts';
import { testStore } from '../test-store.ts';

const start = Date.UTC(2026, 0, 1);
const halfAnHour = 30 * 60_000;
const tenYears = 10 * 365 * 86_400_000;
const asked = desired({ revision: 2, overrides: [{ key: 'dbcache', value: '4' }] });
const silent: NodeHealth = { state: 'starting', message: 'the daemon does not answer yet', isSilent: true };

/** A node that worked before a change and has run with it since `start`, with a clock that is `time`. */
function changedNode() {
  const { database } = testStore();
  const time = { now: start, elapsed: 5000 };
  const clock = { ...systemClock, now: () => time.now, elapsed: () => time.elapsed };
  const store = new NodeRecordStore('n1', database, { newId: () => 'e', record: () => undefined }, clock);
  const worked = { config: workloadConfig(desired()), revision: 1, since: new Date(start - tenYears).toISOString() };
  store.update({ applied: { ...mainnetSpec, ...workloadConfig(asked) }, worked });
  const guard = new ChangeGuard({
    store,
    runtime: { refusal: async () => null },
    clock,
    log: pino({ enabled: false }),
  });
  const startedAt = new Date(start).toISOString();
  const observed = { workload: workload({ startedAt }), data: 'present', imposters: [] } as const;
  return { time, store, isTakenBack: (health: NodeHealth) => guard.takeBack(asked, observed, health) };
}

test('a clock that is set ten years ahead while a daemon starts makes its change no failed one; half an hour of silence does', async () => {
  const { time, store, isTakenBack } = changedNode();
  expect(await isTakenBack(silent)).toBe(false);
  time.now += tenYears;
  time.elapsed += halfAnHour - 1;
  expect(await isTakenBack(silent)).toBe(false);
  time.elapsed += 1;
  expect(await isTakenBack(silent)).toBe(true);
  expect(store.record.takenBack?.reason).toBe('the daemon has not answered any call for 30 minutes');
});

test('a daemon that loads for hours, and says so, is not silent', async () => {
  const { time, isTakenBack } = changedNode();
  expect(await isTakenBack(silent)).toBe(false);
  time.elapsed += halfAnHour - 1;
  expect(await isTakenBack({ state: 'starting', message: 'Verifying blocks…' })).toBe(false);
  time.elapsed += 20 * halfAnHour;
  expect(await isTakenBack(silent)).toBe(false);
});
