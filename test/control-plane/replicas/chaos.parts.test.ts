import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { Random } from '../../harness/random.ts';
import { shared } from '../../harness/shared-part.ts';
import { isSoak } from '../../harness/soak.ts';
import { until } from '../../harness/until.ts';
import { startPostgres } from '../../setup/postgres.ts';
import { startLoadedReplicas } from './loaded-replicas.ts';
import { verifyNothingIsLost } from './verify.ts';

const kills = isSoak() ? 20 : 2;
/** Number of kills after which PostgreSQL is restarted too, and how. */
const restarts: Record<number, 'fast' | 'immediate'> = { 2: 'immediate', 9: 'fast', 14: 'immediate' };
const mutationsBetweenStops = 10;
const seed = Number(process.env['SATRAP_CHAOS_SEED'] ?? randomInt(2 ** 31));

const postgres = shared(
  () => startPostgres(new AbortController().signal),
  (started) => started.stop(),
);
const three = shared(
  () => startLoadedReplicas({ count: 3, postgres: postgres.url }),
  (started) => started.destroy(),
);

/** Stops a replica and serves it again, while the others work. */
async function replace(replica: TestControlPlane, stop: () => Promise<unknown>): Promise<void> {
  const { acknowledged } = three.load;
  const before = acknowledged.length;
  await stop();
  const goesOn = () => acknowledged.length >= before + mutationsBetweenStops;
  await Promise.all([replica.serve(), until('work goes on', goesOn)]);
}

test('replicas that stop one after the other under load answer all that they carry out', async () => {
  const stopping = isSoak() ? three.replicas : three.replicas.slice(0, 1);
  for (const replica of stopping) await replace(replica, () => replica.stop());
  expect(three.load.unanswered).toEqual([]);
});

test('killing three replicas in turn and restarting PostgreSQL loses nothing', {
  // Twenty starts of a replica take a minute and a half, on a busy machine several.
  timeout: 600_000,
}, async () => {
  console.log(`chaos: SATRAP_CHAOS_SEED=${seed}`);
  const random = new Random(seed);
  for (let kill = 1; kill <= kills; kill++) {
    const victim = random.pick(three.killable);
    await replace(victim, async () => {
      await victim.stop('SIGKILL');
      const mode = restarts[kill];
      if (mode !== undefined) await postgres.restart(mode);
    });
  }
  expect(three.load.acknowledged.length).toBeGreaterThan(kills * mutationsBetweenStops);
  await verifyNothingIsLost(three);
});
