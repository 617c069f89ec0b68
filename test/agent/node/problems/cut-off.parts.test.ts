import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunMonitor } from '../../../../src/agent/monitor/run-monitor.ts';
import { NodeRecordStore } from '../../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../../src/agent/node/status.ts';
import { openStore, type Store } from '../../../../src/agent/store/database.ts';
import { type Clock, systemClock } from '../../../../src/timing/clock.ts';
import { desired, workload } from '../../../fixtures/node.ts';
import { freePort } from '../../../harness/free-port.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { testDeps, watchLoop } from '../../../harness/test-deps.ts';
import { until } from '../../../harness/until.ts';
import { Daemon } from '../../monitor/daemon.ts';

let folder: string;
let database: Store;
let peer: Daemon;
let daemon: Daemon;
let p2pPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-cut-off-'));
  database = openStore(folder);
  [peer, daemon, p2pPort] = [await Daemon.make(), await Daemon.make(), await freePort()];
  await peer.start(['-listen=1', `-bind=127.0.0.1:${p2pPort}`]);
  await daemon.start([`-connect=127.0.0.1:${p2pPort}`]);
});
afterAll(async () => {
  await daemon?.remove();
  await peer?.remove();
  database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Watches the daemon like the agent, with these overrides. Tests may advance the clock, to skip minutes. */
function watch(id: string, overrides: { key: string; value: string }[]) {
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const recorder = { newId: () => '', record: () => undefined };
  const store = new NodeRecordStore(id, database, recorder, clock);
  const status = new NodeStatus(store, { ...testDeps({ record: () => undefined }), clock });
  const snapshot = {
    desired: desired({ id, overrides }),
    workload: workload(),
    ...{ specHash: 'good', plan: { steps: [], blocked: null } },
  };
  const monitor = new RunMonitor({
    clock,
    onHealth: (health) => status.refresh({ snapshot, step: undefined, health }),
    onSample: () => undefined,
    sampleIntervalSeconds: 0.2,
    watchLoop,
    log: listeningLog().log,
  });
  monitor.follow({ run: id, rpc: daemon.endpoint, stats: async () => ({ cpuPercent: null, memoryMiB: null }) });
  const peers = () => {
    const { health } = monitor;
    return health === null || health.state === 'starting' ? null : health.view?.peers;
  };
  return {
    store,
    untilPeers: (count: number) => until(`${id} has ${count} peers`, () => peers() === count),
    untilPhase: (phase: string) => until(`${id} is ${phase}`, () => store.record.status.phase === phase),
    passMinutes: (minutes: number) => {
      ahead += minutes * 60_000;
    },
    stop: () => monitor.stop(),
  };
}

test('a node that is cut off from its peers leaves running, says why, and comes back with them', async () => {
  const cutOff = watch('named', [{ key: 'connect', value: `127.0.0.1:${p2pPort}` }]);
  const alone = watch('alone', []);
  await cutOff.untilPeers(1);
  await cutOff.untilPhase('running');
  await alone.untilPhase('running');

  await peer.stop();
  await cutOff.untilPeers(0);
  await alone.untilPeers(0);
  expect(cutOff.store.record.status.phase).toBe('running');
  cutOff.passMinutes(3);
  alone.passMinutes(3);
  await cutOff.untilPhase('syncing');
  expect(cutOff.store.record).toMatchObject({
    status: { reason: 'the daemon has no peers' },
    problems: [{ code: 'no_peers', reason: 'the daemon has no peers' }],
  });

  await peer.start(['-listen=1', `-bind=127.0.0.1:${p2pPort}`]);
  await cutOff.untilPeers(1);
  await until('the peers have been there for a while', () => {
    cutOff.passMinutes(1);
    return cutOff.store.record.status.phase === 'running';
  });
  expect(cutOff.store.record.problems).toEqual([]);
  // A private chain expects no peers.
  expect(alone.store.record.status.phase).toBe('running');
  expect(alone.store.record.problems ?? []).toEqual([]);
  cutOff.stop();
  alone.stop();
});
