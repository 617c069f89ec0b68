import { execFileSync } from 'node:child_process';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const rounds = 15;

/** At most this many times as long as an idle Node process. */
const maxRatio = 4.5;

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
    bare.push(emptyNodeMs());
  }
  const [mine, floor] = [summarise(ours), summarise(bare)];
  return {
    what: '(start) process start → first heartbeat acknowledged',
    unit: 'ms',
    ours: mine,
    peer: { what: 'node -e 0', summary: floor },
    goal: `median ≤ ${maxRatio}× of the peer`,
    met: mine.median <= maxRatio * floor.median,
  };
}

export function emptyNodeMs(): number {
  const began = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  return performance.now() - began;
}
