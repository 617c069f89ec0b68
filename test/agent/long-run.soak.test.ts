import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ControlPlaneError } from '../../src/agent/control-plane/call-error.ts';
import { Outbox } from '../../src/agent/outbox/outbox.ts';
import { Sender } from '../../src/agent/outbox/sender.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { ExecutorLease } from '../../src/agent/sync/executor-lease.ts';
import { Heartbeat } from '../../src/agent/sync/heartbeat.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { testPulse } from '../harness/test-deps.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';
import { describedHost, syncAnswer } from './sync/described-host.ts';

const hour = 3_600_000;
const day = 24 * hour;
const nodes = ['a', 'b', 'c', 'd'];

test('ten days of heartbeats and outages leave memory, files and outbox as they were', {
  timeout: 300_000,
}, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const folder = scratchFolder('days');
  const start = Date.UTC(2026, 0, 1);
  const clock = new VirtualClock(start);
  // The control plane is unreachable for two hours of each day: more samples than the outbox holds.
  const isAway = () => (clock.now() - start) % day > 22 * hour;
  let recorded = 0;
  let received = 0;
  let dropped = 0;
  let heartbeats = 0;
  const { log } = listeningLog('silent');
  const measurements: { memory: number; files: number; resources: number; listeners: number; sleepers: number }[] = [];

  for (let index = 0; index < 10; index++) {
    // Each day the agent restarts on the same store.
    const ending = new AbortController();
    const database = openStore(folder);
    const outbox = new Outbox({ database, executorName: 'host', clock, maxEvents: 500 });
    const sender = new Sender({
      ...{ outbox, pulse: testPulse(), clock, log },
      send: async (events) => {
        if (isAway()) throw new ControlPlaneError('unreachable', 'away');
        for (const { kind, data } of events) {
          if (kind !== 'outbox.dropped') received++;
          else for (const count of Object.values((data as { counts: Record<string, number> }).counts)) dropped += count;
        }
        return [];
      },
    });
    const heartbeat = new Heartbeat({
      ...{ pulse: testPulse(), clock, log },
      describe: async () => describedHost,
      sync: async () => {
        if (isAway()) throw new ControlPlaneError('unreachable', 'away');
        heartbeats++;
        return syncAnswer({ nodes: null, heartbeatIntervalSeconds: 15 });
      },
      accept: () => undefined,
      lease: new ExecutorLease(),
      onSuccess: () => sender.reachable(),
    });
    const sample = async () => {
      while (!ending.signal.aborted) {
        for (const nodeId of nodes) {
          outbox.record({ level: 'info', kind: 'node.sample', nodeId, message: 'height 1', data: { height: 1 } });
          recorded++;
        }
        await clock.sleep(30_000, ending.signal);
      }
    };
    const loops = [heartbeat.run(ending.signal), sender.run(ending.signal), sample()];
    await clock.passUntil(start + index * day + 23.5 * hour);
    expect(outbox.counts().events + outbox.counts().samples).toBeLessThanOrEqual(500);
    await clock.passUntil(start + (index + 1) * day - 1000);
    collect();
    measurements.push({
      memory: process.memoryUsage().heapUsed / 2 ** 20,
      files: readdirSync('/proc/self/fd').length,
      resources: process.getActiveResourcesInfo().length,
      listeners: getEventListeners(ending.signal, 'abort').length,
      sleepers: clock.sleepers,
    });
    ending.abort();
    await Promise.all(loops);
    database.close();
  }
  const store = openStore(folder);
  const left = new Outbox({ database: store, executorName: 'host', clock, maxEvents: 500 }).counts();
  store.close();

  expect(heartbeats).toBeGreaterThan(50_000);
  expect(recorded).toBeGreaterThan(100_000);
  const droppedUnreported = Object.values(left.dropped).reduce((sum, count) => sum + count, 0);
  expect(received + dropped + droppedUnreported + left.events + left.samples).toBeGreaterThanOrEqual(recorded);
  const [second, last] = [measurements[1], measurements[9]];
  if (second === undefined || last === undefined) throw new Error('there are too few measurements');
  expect(last.memory).toBeLessThan(second.memory + 10);
  expect(last.files).toBeLessThanOrEqual(second.files + 2);
  expect(last.resources).toBeLessThanOrEqual(second.resources + 2);
  expect(last.listeners).toBeLessThanOrEqual(10);
  expect(last.sleepers).toBeLessThanOrEqual(5);
});
