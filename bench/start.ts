import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';
import { familyProcessorSeconds } from './process.ts';
import { emptyNode } from './run-cost.ts';

const rounds = 15;

/** At most this many times as much as an idle Node process. */
const maxRatio = { wall: 4, processor: 3 };

/**
 * (start) Start of the agent's process → first heartbeat acknowledged, compared with an idle Node process. Measured in
 * the proxy between agent and control plane, because polling the agent's status would slow it down.
 */
export async function benchStart({ agent, proxy }: BenchHost): Promise<Figure[]> {
  const ours = { wall: [] as number[], processor: [] as number[] };
  const bare = { wall: [] as number[], processor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await agent.stop();
    const acknowledged = Promise.withResolvers<void>();
    const change = (answer: Record<string, unknown>) => {
      ours.wall.push(performance.now() - began);
      ours.processor.push(familyProcessorSeconds(agent.pid) * 1000);
      acknowledged.resolve();
      return answer;
    };
    proxy.break({ kind: 'sync', change });
    const began = performance.now();
    agent.start();
    await acknowledged.promise;
    proxy.heal();
    const { wallMs, processorMs } = emptyNode();
    bare.wall.push(wallMs);
    bare.processor.push(processorMs);
  }
  return (['wall', 'processor'] as const).map((kind) => {
    const [mine, floor] = [summarise(ours[kind]), summarise(bare[kind])];
    const what = '(start) process start → first heartbeat acknowledged';
    return {
      what: kind === 'wall' ? what : `${what}, processor time`,
      unit: 'ms',
      ours: mine,
      peer: { what: 'node -e 0', summary: floor },
      goal: `median ≤ ${maxRatio[kind]}× of the peer`,
      met: mine.median <= maxRatio[kind] * floor.median,
    };
  });
}
