import { expect, test } from 'vitest';
import { benchFleet, type FleetSize } from '../../../bench/fleet/fleet.ts';
import { startPostgres } from '../../setup/postgres.ts';

/** Figures that are wrong unless they are 0, however busy the machine is. */
const nothing = /falsely offline|lost or doubled/;

test('a simulated fleet loses no event or executor through restarts and faults', async () => {
  const size: FleetSize = {
    ...{
      executors: 60,
      steadySeconds: 10,
      heartbeatSeconds: 5,
      eventEverySeconds: 10,
      databaseAwaySeconds: 5,
      raceSeconds: 1,
    },
  };
  const postgres = await startPostgres(AbortSignal.timeout(240_000));
  const figures: [what: string, worst: number][] = [];
  try {
    for await (const { what, ours } of benchFleet(postgres, size)) figures.push([what, ours.p99]);
  } finally {
    await postgres.stop();
  }
  const counts = figures.filter(([what]) => nothing.test(what));
  expect(counts.map(([, count]) => count)).toEqual([0, 0, 0, 0, 0]);
  expect(figures.find(([what]) => what.includes('heartbeats'))?.[1]).toBeGreaterThan(0);
  expect(figures.find(([what]) => what.includes('their agents'))?.[1]).toBeLessThan(60_000);
}, 300_000);
