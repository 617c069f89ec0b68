import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

const maxMiB = 512;
/** Duration of the attack. */
const attackMs = 15_000;
/** An agent gives up a heartbeat after ten seconds. */
const patienceMs = 10_000;
const attackers = 30;

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true });
});
afterAll(() => inhabited?.controlPlane.destroy());

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

/** Requests of a hostile client. */
const bodies: readonly string[] = [
  JSON.stringify({ query: `{ ${aliases(290, 'nodes(take: 500) { id }')} }` }),
  JSON.stringify({ query: `{ ${aliases(60, 'executors { nodes { executor { nodes { id } } } }')} }` }),
  JSON.stringify({ query: `{ ${'{ nodes '.repeat(3000)}` }),
  JSON.stringify({ query: `query ($v: JSON) { viewer { role } }`, variables: { v: 'x'.repeat(900_000) } }),
  JSON.stringify({ query: '{ viewer { role } }', variables: JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`) }),
  JSON.stringify({ query: `{ ${aliases(100, 'events(filter: { take: 500 }) { nodes { message data } }')} }` }),
  `{"query":"${'x'.repeat(3_000_000)}"}`,
  '['.repeat(1_000_000),
  JSON.stringify({ query: `subscription { changes { type } }` }),
];

test('a hostile client takes neither the memory of a replica nor the heartbeats of others', async () => {
  const { controlPlane, stranger } = inhabited;
  const victim = new TestExecutor(controlPlane, stranger.executorKey, 'victim');
  expect((await victim.sync()).errors).toBeUndefined();
  const end = AbortSignal.timeout(attackMs);
  const seen = { mostMiB: 0, slowestMs: 0, heartbeats: 0, attacks: 0 };
  const attack = async (first: number) => {
    for (let n = first; !end.aborted; n++) {
      // Half of them with a key, half without; each disconnects at random.
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (n % 2 === 0) headers['authorization'] = `Bearer ${controlPlane.personalKey}`;
      await fetch(controlPlane.url, {
        method: 'POST',
        headers,
        body: bodies[n % bodies.length] ?? '',
        signal: AbortSignal.any([end, AbortSignal.timeout(3000)]),
      })
        .then((response) => response.text())
        .catch(() => undefined);
      seen.attacks++;
    }
  };
  const beat = async () => {
    while (!end.aborted) {
      const began = performance.now();
      const { errors } = await victim.sync();
      expect(errors).toBeUndefined();
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began);
      seen.mostMiB = Math.max(seen.mostMiB, residentMiB(controlPlane.pid));
      seen.heartbeats++;
    }
  };
  await Promise.all([beat(), ...Array.from({ length: attackers }, (_, n) => attack(n))]);
  expect(controlPlane.isServing).toBe(true);
  expect(seen.attacks).toBeGreaterThan(attackers);
  expect(seen.heartbeats).toBeGreaterThan(3);
  expect(seen.slowestMs).toBeLessThan(patienceMs);
  expect(seen.mostMiB).toBeLessThan(maxMiB);
  console.info(`hostile client: ${JSON.stringify(seen)}`);
});
