import { expect, onTestFinished, test } from 'vitest';
import { RunMonitor } from '../../../../src/agent/monitor/run-monitor.ts';
import { NodeRecordStore } from '../../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../../src/agent/node/status.ts';
import { type Clock, systemClock } from '../../../../src/timing/clock.ts';
import { desired, workload } from '../../../fixtures/node.ts';
import { freePort } from '../../../harness/free-port.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { testDeps, watchLoop } from '../../../harness/test-deps.ts';
import { until } from '../../../harness/until.ts';
import { Daemon } from '../../monitor/daemon.ts';
import { testStore } from '../../test-store.ts';

test('a node that is cut off from its peers leaves running, says why, and comes back with them', async () => {
  const { database } = testStore();
  const [peer, daemon, port] = [await Daemon.make(), await Daemon.make(), await freePort()];
  onTestFinished(async () => {
    await Promise.all([daemon.remove(), peer.remove()]);
  });
  const listening = ['-listen=1', `-bind=127.0.0.1:${port}`];
  await Promise.all([peer.start(listening), daemon.start([`-connect=127.0.0.1:${port}`])]);

  // The daemon is watched like the agent does it, with a clock that skips minutes.
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const store = new NodeRecordStore('n1', database, { newId: () => '', record: () => undefined }, clock);
  const status = new NodeStatus(store, { ...testDeps({ record: () => undefined }), clock });
  // A private chain expects peers only where some are named.
  const named = desired({ overrides: [{ key: 'connect', value: `127.0.0.1:${port}` }] });
  const plan = { steps: [], blocked: null };
  const snapshot = { desired: named, workload: workload(), specHash: 'good', plan };
  const monitor = new RunMonitor({
    ...{ clock, watchLoop, log: listeningLog().log, sampleIntervalSeconds: 0.2, onSample: () => undefined },
    onHealth: (health) => status.refresh({ snapshot, step: undefined, health }),
  });
  monitor.follow({ run: 'n1', rpc: daemon.endpoint, stats: async () => ({ cpuPercent: null, memoryMiB: null }) });
  onTestFinished(() => monitor.stop());
  const untilPeers = (count: number) =>
    until(`it has ${count} peers`, () => {
      const { health } = monitor;
      return health !== null && health.state !== 'starting' && health.view?.peers === count;
    });
  const untilPhase = (phase: string) => until(`it is ${phase}`, () => store.record.status.phase === phase);

  await untilPeers(1);
  await untilPhase('running');
  await peer.stop();
  await untilPeers(0);
  expect(store.record.status.phase).toBe('running');
  ahead += 3 * 60_000;
  await untilPhase('syncing');
  const reason = 'the daemon has no peers';
  expect(store.record).toMatchObject({ status: { reason }, problems: [{ code: 'no_peers', reason }] });

  await peer.start(listening);
  await untilPeers(1);
  await until('the peers have been there for a while', () => {
    ahead += 60_000;
    return store.record.status.phase === 'running';
  });
  expect(store.record.problems).toEqual([]);
});
