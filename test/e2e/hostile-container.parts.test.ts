import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackMs, attackOrder } from '../harness/hostile-daemon.ts';
import { isSoak } from '../harness/soak.ts';
import { type Attacked, attackedHost } from './attacked-host.ts';

// Invariant 18: nothing of one node delays another. `npm run faults -- --of container` runs more rounds and nodes.

const number = (name: string, otherwise: number) => Number(process.env[`SATRAP_FAULTS_${name}`] ?? otherwise);
const seed = number('SEED', 1);
const rounds = number('ROUNDS', isSoak() ? 10 : 1);
const count = number('HOSTILE', isSoak() ? 5 : 1);
/** MemoryMax of the agent's unit (templates/). */
const memoryMaxMiB = 512;

const order = attackOrder({ seed, from: number('FROM', 1), rounds });
let attacked: Attacked;

beforeAll(
  async () => {
    console.info(`faults: seed ${seed}, ${rounds} rounds of ${count} hostile nodes`);
    attacked = await attackedHost(order, count);
  },
  600_000 + order.length * attackMs * 3,
);

afterAll(() => attacked?.host[Symbol.asyncDispose]());

test('the honest nodes keep running beside hostile ones', () => {
  expect(new Set(attacked.polls.flatMap(({ phases }) => phases))).toEqual(new Set(['running']));
});

test('a hostile node shows which of its answers are invalid', () => {
  expect(attacked.polls.flatMap(({ hostile }) => hostile)).toContainEqual(
    expect.stringContaining('the daemon’s answer to'),
  );
});

test('the agent stays within the memory of its unit', () => {
  expect(Math.max(...attacked.polls.map(({ memoryMiB }) => memoryMiB))).toBeLessThan(memoryMaxMiB);
});

test('no heartbeat waits for a hostile node', () => {
  // Without news, an agent beats every two seconds; the machine of the tests is busy.
  expect(Math.max(...attacked.heartbeatGapsMs)).toBeLessThan(20_000);
});

test('an honest node stops while the others attack', () => {
  expect(attacked.stopped.honest?.status.phase).toBe('stopped');
});

test('a hostile node that ignores its stop is killed after its time-out', () => {
  expect(attacked.stopped.hostile).toEqual({ phase: 'stopped', exitCode: 137 });
});

test('hostile nodes are removed with their data', () => {
  expect(attacked.left).toEqual([]);
});

test('the honest nodes run after the removal', () => {
  expect(attacked.after).toEqual(['running', 'running']);
});
