import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomOf } from '../../harness/random.ts';
import { isSoak } from '../../harness/soak.ts';
import { until } from '../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../setup/postgres.ts';
import { startThreeReplicas, type ThreeReplicas } from './three-replicas.ts';
import { verifyNothingIsLost } from './verify.ts';

const kills = isSoak() ? 20 : 4;
/** Number of kills after which PostgreSQL is restarted too, and how. */
const restarts: Record<number, 'fast' | 'immediate'> = { 2: 'immediate', 9: 'fast', 14: 'immediate' };
const mutationsBetweenKills = 10;
const seed = Number(process.env['SATRAP_CHAOS_SEED'] ?? randomInt(2 ** 31));

const ending = new AbortController();
let postgres: TestPostgres;
let three: ThreeReplicas;

beforeAll(async () => {
  postgres = await startPostgres(ending.signal);
  three = await startThreeReplicas(postgres.url);
});
afterAll(async () => {
  await three?.destroy();
  await postgres?.stop();
  ending.abort();
});

test('nothing that was acknowledged is lost while one of three replicas after the other is killed and PostgreSQL restarts', {
  // Twenty starts of a replica take a minute and a half, on a busy machine several.
  timeout: 600_000,
}, async () => {
  console.log(`chaos: SATRAP_CHAOS_SEED=${seed}`);
  const random = randomOf(seed);
  const { replicas, load } = three;
  for (let kill = 1; kill <= kills; kill++) {
    const victim = replicas[Math.floor(random() * replicas.length)];
    if (victim === undefined) throw new Error('there are no replicas');
    const before = load.acknowledged.length;
    await victim.stop('SIGKILL');
    const mode = restarts[kill];
    if (mode !== undefined) await postgres.restart(mode);
    await Promise.all([
      victim.serve(),
      until('work goes on', () => load.acknowledged.length >= before + mutationsBetweenKills, 60_000),
    ]);
  }
  expect(load.acknowledged.length).toBeGreaterThan(kills * mutationsBetweenKills);
  await verifyNothingIsLost(three);
});
