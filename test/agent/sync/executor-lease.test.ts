import { expect, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import { RefusedAnswer } from '../../../src/agent/desired/desired-state.ts';
import { ExecutorLease } from '../../../src/agent/sync/executor-lease.ts';
import { Heartbeat, type HeartbeatOptions } from '../../../src/agent/sync/heartbeat.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { describedHost } from './described-host.ts';

const answer: SyncAnswer = {
  executorId: 'e',
  revision: 1,
  recovery: null,
  observedRevision: null,
  nodes: [],
  heartbeatIntervalSeconds: 10,
  requests: [],
  rotateKeyAt: null,
  keyExpiresAt: null,
  upgrade: null,
};

/** A lease that records what its listeners see. */
function recordedLease() {
  const lease = new ExecutorLease();
  const changes: boolean[] = [];
  lease.onChange(() => changes.push(lease.isHeld));
  return { lease, changes };
}

/** A heartbeat whose syncs end as listed; `run` lets it send all of them. */
function heartbeatWith(syncs: readonly ('answered' | Error)[], options: Partial<HeartbeatOptions> = {}) {
  const clock = new VirtualClock(0);
  let sent = 0;
  const heartbeat = new Heartbeat({
    describe: async () => describedHost,
    sync: async () => {
      const outcome = syncs[sent++];
      if (outcome instanceof Error) throw outcome;
      return answer;
    },
    accept: () => undefined,
    onSuccess: () => undefined,
    pulse: testPulse(),
    lease: new ExecutorLease(),
    clock,
    log: listeningLog().log,
    ...options,
  });
  const run = async () => {
    const ending = new AbortController();
    const running = heartbeat.run(ending.signal);
    await clock.passUntil(0);
    // No delay is longer than the interval, nor shorter than a tenth of a second.
    while (sent < syncs.length) await clock.passUntil(clock.elapsed() + 100);
    ending.abort();
    await running;
  };
  return { heartbeat, run };
}

const unreachable = new ControlPlaneError('unreachable', 'the control plane did not answer within 10 s');

test('the lease calls its listeners exactly on a change, after it', () => {
  const { lease, changes } = recordedLease();
  expect(lease.isHeld).toBe(false);
  lease.lose();
  lease.grant();
  lease.grant();
  lease.lose();
  lease.lose();
  lease.grant();
  expect(changes).toEqual([true, false, true]);
});

test.each([
  ['is not held before the first heartbeat', [unreachable], []],
  ['is granted by the first answer and kept by the others', ['answered', 'answered', 'answered'] as const, [true]],
  [
    'is lost by a failure and granted by the next answer',
    ['answered', unreachable, 'answered'] as const,
    [true, false, true],
  ],
  ['is lost once, however often the heartbeat fails', ['answered', unreachable, unreachable] as const, [true, false]],
])('the lease %s', async (_what, syncs, expected) => {
  const { lease, changes } = recordedLease();
  await heartbeatWith(syncs, { lease }).run();
  expect(changes).toEqual(expected);
});

test('an answer that the agent refuses does not grant the lease, and loses it', async () => {
  let isRefused = true;
  const { lease, changes } = recordedLease();
  const seen: boolean[] = [];
  const { run } = heartbeatWith(['answered', 'answered', 'answered'], {
    lease,
    accept: () => {
      seen.push(lease.isHeld);
      isRefused = !isRefused;
      if (isRefused) throw new RefusedAnswer('revision 4 is older than 5');
    },
  });
  await run();
  // Accepted, refused, accepted; `accept` itself never sees the lease of an unaccepted answer.
  expect(seen).toEqual([false, true, false]);
  expect(changes).toEqual([true, false, true]);
});

test('what a listener does about an accepted answer does not depend on when `accept` was called', async () => {
  const { lease } = recordedLease();
  const acted: { isHeld: boolean; error: string | null; accepted: number }[] = [];
  let accepted = 0;
  const { heartbeat, run } = heartbeatWith(['answered', unreachable], { lease, accept: () => void accepted++ });
  lease.onChange(() => acted.push({ isHeld: lease.isHeld, error: heartbeat.state.error, accepted }));
  await run();
  expect(acted).toEqual([
    { isHeld: true, error: null, accepted: 1 },
    { isHeld: false, error: unreachable.message, accepted: 1 },
  ]);
});
