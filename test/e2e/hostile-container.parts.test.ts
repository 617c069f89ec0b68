import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackMs, attacks, hostileDaemon } from '../harness/hostile-daemon.ts';
import { isSoak } from '../harness/soak.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';

// Invariant 18: nothing of one node delays another. `npm run faults -- --of container` runs more rounds.

const rounds = Number(process.env['SATRAP_FAULTS_ROUNDS'] ?? (isSoak() ? 10 : 1));
/** MemoryMax of the agent's unit (templates/). */
const memoryMaxMiB = 512;

let host: TestHost;
let [evil, one, other] = ['', '', ''];
/** What a poll saw, each a second or so apart. */
const polls: { hostile: string; phases: string[]; lagMs: number; memoryMiB: number; heartbeatAgeMs: number }[] = [];

beforeAll(
  async () => {
    const image = await hostileDaemon();
    host = await testHost({ heartbeatSeconds: 2, agent: { images: { '27.0': image } } });
    [one, other] = (await host.runNodes(['honest-1', 'honest-2'])).map(({ id }) => id) as [string, string];
    ({ id: evil } = await host.nodes.create('hostile', { clientVersion: '27.0', revertFailedChange: false }));
    const endsAt = Date.now() + rounds * attacks.length * attackMs + 5000;
    while (Date.now() < endsAt) polls.push(await poll());
    const most = (key: 'lagMs' | 'memoryMiB' | 'heartbeatAgeMs') =>
      Math.round(Math.max(...polls.map((each) => each[key])));
    console.info(
      `${rounds} rounds, ${polls.length} polls: agent memory at most ${most('memoryMiB')} MiB, answers of its socket after at most ${most('lagMs')} ms, last heartbeat at most ${most('heartbeatAgeMs')} ms ago`,
    );
  },
  300_000 + rounds * attacks.length * attackMs * 3,
);

afterAll(() => host?.[Symbol.asyncDispose]());

async function poll() {
  await delay(500);
  const asked = performance.now();
  await host.agent.status();
  const lagMs = performance.now() - asked;
  const nodes = await Promise.all([one, other].map((id) => host.nodes.get(id)));
  const attacked = (await host.nodes.get(evil))?.status;
  const { executors } = await host.controlPlane.ask('{ executors { lastSeenAt } }');
  return {
    hostile: `${attacked?.phase}: ${attacked?.reason}`,
    phases: nodes.map((node) => node?.status.phase ?? 'gone'),
    lagMs,
    memoryMiB: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.agent.pid}/status`, 'utf8'))?.[1]) / 1024,
    heartbeatAgeMs: Date.now() - Date.parse(executors[0].lastSeenAt),
  };
}

test('the honest nodes keep running beside a hostile one', () => {
  expect(new Set(polls.flatMap(({ phases }) => phases))).toEqual(new Set(['running']));
});

test('the hostile node shows which of its answers are invalid', () => {
  expect(polls.some(({ hostile }) => hostile.includes('the daemon’s answer to'))).toBe(true);
});

test('the agent stays within the memory of its unit', () => {
  expect(Math.max(...polls.map(({ memoryMiB }) => memoryMiB))).toBeLessThan(memoryMaxMiB);
});

test('no heartbeat waits for the hostile node', () => {
  // Without news, an agent beats every two seconds; the machine of the tests is busy.
  expect(Math.max(...polls.map(({ heartbeatAgeMs }) => heartbeatAgeMs))).toBeLessThan(20_000);
});

test('an honest node stops while the hostile one attacks', async () => {
  const asked = performance.now();
  await host.nodes.actFully(one, 'stop');
  console.info(`stop of an honest node: ${Math.round(performance.now() - asked)} ms`);
  expect((await host.nodes.get(other))?.status.phase).toBe('running');
});

test('the hostile node stops when it is requested', () => host.nodes.actFully(evil, 'stop').then(() => undefined));
