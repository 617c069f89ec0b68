import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startLoadedReplicas } from '../control-plane/replicas/loaded-replicas.ts';
import { verifyNothingIsLost } from '../control-plane/replicas/verify.ts';
import { shared } from '../harness/shared-part.ts';
import { until } from '../harness/until.ts';
import { writesOfTwoLeaders } from './accepted-writes.ts';
import { type DatabaseCluster, type Machine, startDatabaseCluster } from './database-cluster.ts';

// PostgreSQL with Patroni, etcd and HAProxy as docs/control-plane/scaling.md sets them up, two replicas of the control
// plane, people and agents. In each round, the leader of PostgreSQL changes.

type Fault = 'switchover' | 'kill' | 'power cut' | 'network cut' | 'cut off from members';

/** Each does its harm to the leader, and returns what repairs it. */
const faults: Record<Fault, (cluster: DatabaseCluster, leader: Machine) => Promise<() => Promise<unknown>>> = {
  switchover: async (cluster, leader) => {
    await cluster.switchover(leader);
    return async () => undefined;
  },
  // systemd starts Patroni again.
  kill: async (cluster, leader) => {
    await cluster.kill(leader);
    return async () => undefined;
  },
  'power cut': async (_cluster, { box }) => {
    await box.powerOff();
    return () => box.powerOn();
  },
  'network cut': async (cluster, leader) => {
    await cluster.cutOff(leader);
    return () => reconnectFenced(cluster, leader);
  },
  // HAProxy reaches it for as long as it serves, so that only its own judgement keeps it from acknowledging.
  'cut off from members': async (cluster, leader) => {
    await cluster.cutOffFromMembers(leader);
    return () => reconnectFenced(cluster, leader);
  },
};

async function reconnectFenced(cluster: DatabaseCluster, leader: Machine): Promise<void> {
  await until('the previous leader has fenced itself', async () => !(await cluster.takesWrites(leader)), 60_000);
  await cluster.reconnect(leader);
}

const rounds: Fault[] = [
  ...(['switchover', 'network cut', 'kill', 'power cut', 'cut off from members'] as const),
  ...(['power cut', 'switchover', 'cut off from members', 'kill', 'network cut'] as const),
];

const mutationsBetweenFaults = 20;
/** A replica that was ready this long stays it. */
const steadyMs = 3000;

const cluster = shared(startDatabaseCluster, (started) => started.dispose());
const loaded = shared(
  () => startLoadedReplicas({ count: 2, databaseUrl: cluster.url, timeoutMs: 300_000 }),
  (started) => started.destroy(),
);

interface Answer {
  atMs: number;
  of: string;
  isYes: boolean;
}

/** Asks each of them again and again until `signal` aborts, independently of the others. */
function askEach(asked: Record<string, () => Promise<boolean>>, signal: AbortSignal): Answer[] {
  const answers: Answer[] = [];
  for (const [of, ask] of Object.entries(asked))
    void (async () => {
      while (!signal.aborted) {
        const atMs = Date.now();
        answers.push({ atMs, of, isYes: await ask() });
        await delay(100, undefined, { signal }).catch(() => undefined);
      }
    })();
  return answers;
}

const isReady = ({ url }: { url: string }) =>
  fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The first answer of a member that became the leader. */
const newLeaderIn = (answers: readonly Answer[], before: Machine): Answer | undefined =>
  answers.find(
    ({ of, isYes }, index) =>
      isYes && (of !== before.name || answers.slice(0, index).some((earlier) => earlier.of === of && !earlier.isYes)),
  );

/** Returns when the last of them became ready to stay, if all have been ready for some seconds. */
function readySince(answers: readonly Answer[], fromMs: number): number | undefined {
  const each = [...Map.groupBy(answers, ({ of }) => of).values()].map((own) => {
    const first = own[own.findLastIndex(({ isYes }) => !isYes) + 1];
    const last = own.at(-1);
    return first && last && last.atMs - Math.max(first.atMs, fromMs) > steadyMs ? first.atMs : undefined;
  });
  const ready = each.filter((atMs) => atMs !== undefined);
  return ready.length === each.length ? Math.max(fromMs, ...ready) : undefined;
}

interface Host {
  name: string;
  status: string;
  lastSeenAt: string;
}

/** Waits until every host has been heard since an instant. Returns when, in milliseconds since the epoch. */
const untilHeard = (sinceMs: number): Promise<number> =>
  until('every host is heard', async () => {
    const { data } = await loaded.client.call('{ executors { name status lastSeenAt } }');
    const isFresh = ({ status, lastSeenAt }: Host) => status === 'online' && Date.parse(lastSeenAt) > sinceMs;
    return data?.executors.every(isFresh) === true && Date.now();
  });

const seconds = (fromMs: number, toMs: number): number => Math.round((toMs - fromMs) / 100) / 10;

/** Returns how long the replicas were not ready after the new leader, in seconds. */
async function runRound(number: number, fault: Fault): Promise<number> {
  const leader = await cluster.untilHealthy();
  const { acknowledged } = loaded.load;
  const peopleWork = async () => {
    const before = acknowledged.length;
    await until('people work', () => acknowledged.length >= before + mutationsBetweenFaults, 300_000);
  };
  await peopleWork();
  const watching = new AbortController();
  const faultMs = Date.now();
  const leads = Object.fromEntries(cluster.members.map((member) => [member.name, () => cluster.isLeader(member)]));
  const ready = Object.fromEntries(loaded.replicas.map((replica) => [replica.url, () => isReady(replica)]));
  const [leaders, readiness] = [askEach(leads, watching.signal), askEach(ready, watching.signal)];
  const repair = await faults[fault](cluster, leader);
  const { of: now, atMs: newLeaderMs } = await until(
    'there is a new leader',
    () => newLeaderIn(leaders, leader),
    180_000,
  );
  const [readyMs, heardMs] = await Promise.all([
    until('the replicas are ready', () => readySince(readiness, newLeaderMs), 180_000),
    untilHeard(newLeaderMs),
  ]);
  watching.abort();
  await repair();
  await peopleWork();
  const after = seconds(newLeaderMs, readyMs);
  console.log(
    `round ${number}, ${fault}: ${leader.name} → ${now}; new leader after ${seconds(faultMs, newLeaderMs)} s, both replicas ready ${after} s later, every host heard ${seconds(newLeaderMs, heardMs)} s later`,
  );
  return after;
}

test('10 changes of the leader lose no acknowledged write and never have two leaders', {
  timeout: 3_000_000,
}, async () => {
  const afterSeconds: number[] = [];
  for (const [index, fault] of rounds.entries()) afterSeconds.push(await runRound(index + 1, fault));
  await cluster.untilHealthy();
  await verifyNothingIsLost(loaded);
  const events = loaded.agents.reduce((sum, { reported }) => sum + reported.length, 0);
  const accepted = await cluster.acceptedWrites();
  console.log(
    `${loaded.load.acknowledged.length} mutations and ${events} events acknowledged, none lost; ${accepted.length} writes accepted by ${new Set(accepted.map(({ timeline }) => timeline)).size} timelines`,
  );
  console.log(
    `both replicas ready after the new leader: median ${afterSeconds.toSorted((one, two) => one - two)[afterSeconds.length / 2]} s, at most ${Math.max(...afterSeconds)} s`,
  );
  expect(writesOfTwoLeaders(accepted)).toEqual([]);
  expect(new Set(accepted.map(({ on }) => on)).size).toBe(2);
  const offline = await loaded.rows<{ message: string }>("SELECT message FROM event WHERE kind = 'executor.offline'");
  expect(offline).toEqual([]);
});
