import { execFileSync } from 'node:child_process';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const rounds = 15;

/** Maximum milliseconds beyond an idle Node process. */
const moreMs = 200;

/**
 * (start) Start of the agent's process → first heartbeat acknowledged, compared with an idle Node process. Measured in
 * the proxy between agent and control plane, because polling the agent's status would slow it down.
 */
export async function benchStart({ agent, proxy }: BenchHost): Promise<Figure> {
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
    what: '(start) process start → first heartbeat acknowledged',
    unit: 'ms',
    ours: mine,
    peer: { what: 'node -e 0', summary: floor },
    goal: `median ≤ ${moreMs} more than the peer`,
    met: mine.median - floor.median <= moreMs,
  };
}
