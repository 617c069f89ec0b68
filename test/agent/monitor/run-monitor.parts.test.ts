import { expect, onTestFinished, test } from 'vitest';
import { RunMonitor, type RunMonitorOptions } from '../../../src/agent/monitor/run-monitor.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';

const stats = async () => ({ cpuPercent: null, memoryMiB: null });

function monitorWith(options: Partial<RunMonitorOptions> = {}): RunMonitor {
  const monitor = new RunMonitor({
    onHealth: () => undefined,
    onSample: () => undefined,
    clock: systemClock,
    sampleIntervalSeconds: 30,
    watchLoop,
    log: listeningLog().log,
    ...options,
  });
  onTestFinished(() => monitor.stop());
  return monitor;
}

test('the health of a run that ended is no sign of life while the next run starts', async () => {
  const daemon = await Daemon.make();
  onTestFinished(() => daemon.remove());
  await daemon.start();
  const monitor = monitorWith();
  const rpc = daemon.endpoint;
  monitor.follow({ run: 'first', rpc, stats });
  await until('it runs', () => monitor.health?.state === 'running');
  monitor.follow({ run: 'first', rpc, stats });
  expect(monitor.health?.state).toBe('running');
  monitor.follow(null);
  expect(monitor.health).toBeNull();
});

test('a monitor that crashed is started again by the next look at its node', async () => {
  const { log, lines } = listeningLog();
  let isBroken = true;
  let reports = 0;
  const monitor = monitorWith({
    clock: {
      ...systemClock,
      sleep: async (ms, signal) => {
        if (isBroken) throw new Error('a fault of our own');
        await systemClock.sleep(ms, signal);
      },
    },
    log,
    onHealth: () => {
      reports++;
    },
  });
  // Nothing listens on this port, so that the monitor reports "starting".
  const rpc = { host: '127.0.0.1', port: 1, user: 'nobody', password: 'none' };
  monitor.follow({ run: 'first', rpc, stats });
  await until('it crashed', () => lines.some(({ msg }) => msg === 'node monitor crashed'));
  isBroken = false;
  const before = reports;
  monitor.follow({ run: 'first', rpc, stats });
  await until('it reports again', () => reports > before);
});
