import { setTimeout as delay } from 'node:timers/promises';
import type { TestAgent } from '../test/harness/agent.ts';
import type { ApiProxy } from '../test/harness/api-proxy.ts';
import { until } from '../test/harness/until.ts';
import type { Artifact } from './artifact.ts';
import { type Figure, summarise } from './figures.ts';
import { startMixedHost } from './host.ts';
import { memoryPrefix } from './mixed-engine.ts';
import { processorSeconds, residentMiB } from './process.ts';

const real = 20;
const inMemory = 180;
const seconds = 60;
const rounds = 3;
/** By then the work after a start, such as the first samples, is done. */
const settleMs = 60_000;

/**
 * (many) An agent of a release with 200 nodes, 20 of them real and the rest on an in-memory engine behind HTTP: an
 * upper bound for the cost of an unchanged heartbeat. It is all the agent's work in a minute with a heartbeat per
 * second, including its nodes, divided by the heartbeats: the work for nodes varies between minutes by more than the
 * cost of 60 heartbeats, so a difference between minutes came out negative.
 */
export async function benchMany(
  postgres: string,
  engineSocket: string,
  images: Record<string, string>,
  artifact: Artifact,
): Promise<Figure[]> {
  await using host = await startMixedHost(postgres, engineSocket, images, artifact, { heartbeatSeconds: 10 });
  const { agent, proxy, nodes } = host;
  const resources = { memoryMiB: 256, cpuCores: 0.1 };
  for (let index = 0; index < real; index++) await nodes.create(`many-${index}`, { resources });
  for (let index = 0; index < inMemory; index++) await nodes.create(`${memoryPrefix}${index}`, { resources });
  await until('all nodes run', async () => phases(agent, 'running'), 20 * 60_000, 1000);
  await delay(settleMs);
  const memory: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) costs.push(await costOfHeartbeat(agent, proxy, memory));
  const cost = summarise(costs);
  const resident = summarise(memory);
  return [
    {
      what: `(many) processor time for each heartbeat that changes nothing, all of ${real + inMemory} nodes’ work included`,
      ...{ unit: 'ms', ours: cost, peer: null, goal: '≤ 50', met: cost.median <= 50 },
    },
    {
      what: `(many) resident memory with ${real + inMemory} nodes`,
      ...{ unit: 'MiB', ours: resident, peer: null, goal: '≤ 140', met: resident.p95 <= 140 },
    },
  ];
}

/** Milliseconds of CPU time per heartbeat in a minute with one each second. Adds to `memory`, in MiB. */
async function costOfHeartbeat(agent: TestAgent, proxy: ApiProxy, memory: number[]): Promise<number> {
  let heartbeats = 0;
  const change = (answer: Record<string, unknown>) => {
    heartbeats += 1;
    return { ...answer, heartbeatIntervalSeconds: 1 };
  };
  proxy.break({ kind: 'sync', change });
  await delay(20_000);
  const [before, heard] = [processorSeconds(agent.pid), heartbeats];
  for (let second = 0; second < seconds; second += 5) {
    await delay(5000);
    memory.push(residentMiB(agent.pid));
  }
  return ((processorSeconds(agent.pid) - before) * 1000) / (heartbeats - heard);
}

const phases = async (agent: TestAgent, phase: string): Promise<boolean> => {
  const { nodes } = await agent.status();
  return nodes.length === real + inMemory && nodes.every((node) => node.phase === phase);
};
