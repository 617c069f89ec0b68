import { afterEach, expect, test } from 'vitest';
import { Lease, LeaseLost } from '../../../../src/control-plane/platform/jobs/lease.ts';
import { runOnOneReplica } from '../../../../src/control-plane/platform/jobs/run-on-one-replica.ts';
import { type Clock, systemClock } from '../../../../src/timing/clock.ts';
import { Notify } from '../../../../src/timing/notify.ts';
import { untilAborted } from '../../../../src/timing/until-aborted.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const database = sharedDatabase();
const replicas: { stop: AbortController; ended: Promise<void> }[] = [];
let leases = 0;

afterEach(async () => {
  for (const { stop, ended } of replicas.splice(0)) {
    stop.abort();
    await ended;
  }
});

/** Sleeps for the life of the replica, so that it never renews. */
const frozen: Clock = { ...systemClock, sleep: (_ms, signal) => untilAborted(signal) };

function startReplica(name: string, { clock = systemClock, seconds = 1 } = {}) {
  const lease = new Lease({ database, clock, log: quiet, name, seconds });
  const stop = new AbortController();
  const ended = lease.keep(stop.signal);
  replicas.push({ stop, ended });
  return { lease, stop, ended };
}
const newName = () => `lease-${++leases}`;

test('one of several replicas holds the lease, for as long as it renews', async () => {
  const name = newName();
  const all = [startReplica(name), startReplica(name), startReplica(name)];
  const holders = () => all.filter(({ lease }) => lease.isHeld);
  await until('a replica holds the lease', () => holders().length > 0);
  const [first] = holders();
  const end = performance.now() + 2500;
  await until('two and a half lease times are over', () => {
    expect(holders()).toEqual([first]);
    return performance.now() > end;
  });
});

test('another replica takes over in seconds from a stalled holder, whose work is lost', async () => {
  const name = newName();
  const stalled = startReplica(name, { clock: frozen });
  await until('the first holds the lease', () => stalled.lease.isHeld);
  const commits = database.transaction(async (transaction) => {
    const next = startReplica(name);
    await until('the second holds the lease', () => next.lease.isHeld);
    await stalled.lease.fence(transaction);
  });
  await expect(commits).rejects.toThrow(LeaseLost);
  expect(stalled.lease.isHeld).toBe(false);
});

test('the holder’s transaction passes the fence, and a stopping holder releases', async () => {
  const name = newName();
  const first = startReplica(name, { seconds: 3600 });
  await until('the first holds the lease', () => first.lease.isHeld);
  await database.transaction(first.lease.fence);
  first.stop.abort();
  await first.ended;
  const second = startReplica(name, { seconds: 3600 });
  await until('the second holds the lease', () => second.lease.isHeld);
});

test('a replica whose machine slept does not take its lease for held', async () => {
  let slept = 0;
  const clock = { ...frozen, now: () => Date.now() + slept };
  const { lease } = startReplica(newName(), { clock, seconds: 60 });
  await until('the replica holds the lease', () => lease.isHeld);
  slept = 61_000;
  expect(lease.isHeld).toBe(false);
});

test('a job runs on the replica that holds the lease, and on the next one after that', async () => {
  const name = newName();
  const runs: string[] = [];
  const start = (replica: string) => {
    const { lease, stop, ended } = startReplica(name);
    const run = async () => void runs.push(replica);
    const job = { what: 'count', everySeconds: 0.05, run };
    const jobEnded = runOnOneReplica(job, { lease, clock: systemClock, log: quiet, signal: stop.signal });
    return { lease, stop, ended: Promise.all([ended, jobEnded]) };
  };
  const first = start('first');
  await until('the first holds the lease', () => first.lease.isHeld);
  start('second');
  await until('the first runs the job again and again', () => runs.length > 5);
  expect(new Set(runs)).toEqual(new Set(['first']));
  first.stop.abort();
  await first.ended;
  await until('the second runs the job', () => runs.includes('second'));
  expect(runs.lastIndexOf('first')).toBeLessThan(runs.indexOf('second'));
});

test('a woken job runs before its time, and again for what came meanwhile', async () => {
  const { lease } = startReplica(newName());
  const stop = new AbortController();
  const wokenBy = new Notify(systemClock);
  let runs = 0;
  const run = async () => {
    runs++;
    if (runs === 2) wokenBy.notify();
  };
  const job = { what: 'count', everySeconds: 3600, wokenBy, run };
  const ended = runOnOneReplica(job, { lease, clock: systemClock, log: quiet, signal: stop.signal });
  await until('it has run at once', () => runs === 1);
  wokenBy.notify();
  await until('it has run twice more', () => runs === 3);
  stop.abort();
  await ended;
});
