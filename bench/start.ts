import { execFileSync } from 'node:child_process';
import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const rounds = 15;

export interface StartGoal {
  /** Of the figure. */
  name: string;
  /** At most so many milliseconds more than a Node that does nothing. */
  moreMs: number;
}

/** Start of the agent's process → first heartbeat acknowledged, beside a Node that does nothing. */
export async function benchStart({ agent }: BenchHost, { name, moreMs }: StartGoal): Promise<Figure> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await agent.stop();
    const began = performance.now();
    agent.start();
    await until(
      'it has synced',
      async () => (await agent.status().catch(() => undefined))?.lastSync.succeededAt,
      30_000,
      5,
    );
    ours.push(performance.now() - began);
    const empty = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    bare.push(performance.now() - empty);
  }
  const [mine, floor] = [summarise(ours), summarise(bare)];
  return {
    what: `(${name}) process start → first heartbeat acknowledged`,
    unit: 'ms',
    ours: mine,
    peer: { what: 'node -e 0', summary: floor },
    goal: `median ≤ ${moreMs} more than the peer`,
    met: mine.median - floor.median <= moreMs,
  };
}
