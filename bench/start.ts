import { execFileSync } from 'node:child_process';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const rounds = 15;

export interface StartGoal {
  /** Of the figure. */
  name: string;
  /** At most so many milliseconds more than a Node that does nothing. */
  moreMs: number;
}

/**
 * Start of the agent's process → first heartbeat acknowledged, beside a Node that does nothing. Seen by what stands between agent and control
 * plane: an agent that is asked how far it is has that to do as well.
 */
export async function benchStart({ agent, proxy }: BenchHost, { name, moreMs }: StartGoal): Promise<Figure> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await agent.stop();
    const acknowledged = Promise.withResolvers<number>();
    const change = (answer: Record<string, unknown>) => {
      acknowledged.resolve(performance.now());
      return answer;
    };
    proxy.break({ kind: 'sync', change });
    const began = performance.now();
    agent.start();
    ours.push((await acknowledged.promise) - began);
    proxy.heal();
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
