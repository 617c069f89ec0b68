import { setTimeout as delay } from 'node:timers/promises';
import { TestAgent } from '../test/harness/agent.ts';
import { ApiProxy } from '../test/harness/api-proxy.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestNodes } from '../test/harness/nodes.ts';
import { until } from '../test/harness/until.ts';
import type { Artifact } from './artifact.ts';
import { type Figure, summarise } from './figures.ts';
import { MixedEngine, memoryPrefix } from './mixed-engine.ts';
import { processorSeconds, residentMiB } from './process.ts';

const real = 20;
const inMemory = 180;
const seconds = 60;
const rounds = 3;
/** What a start leaves to do, such as the first samples, is done by then. */
const settleMs = 60_000;

/**
 * (many) An agent of a release with 200 nodes, 20 of them real and the rest on an engine in memory behind HTTP: what a heartbeat that changes
 * nothing costs, as the difference between a minute with many of them and one with hardly any.
 */
export async function benchMany(
  postgres: string,
  engineSocket: string,
  images: Record<string, string>,
  { program }: Artifact,
): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    postgres,
    throughScript: true,
    heartbeatSeconds: 10,
    logLevel: 'info',
  });
  const proxy = await ApiProxy.start(controlPlane.url);
  const engine = await MixedEngine.start(engineSocket);
  const agent = new TestAgent({
    url: proxy.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: engine.socketPath,
    images,
    flags: {
      ...{ 'log-level': 'info', 'reconcile-interval': '600', 'sample-interval': '600' },
      ...{ 'port-range': '31000-31999', overcommit: 'cpu=100,memory=100,disk=100' },
    },
    program,
  });
  try {
    const nodes = new TestNodes(controlPlane, await agent.startAndSync());
    const resources = { memoryMiB: 256, cpuCores: 0.1 };
    for (let index = 0; index < real; index++) await nodes.create(`many-${index}`, { resources });
    for (let index = 0; index < inMemory; index++) await nodes.create(`${memoryPrefix}${index}`, { resources });
    await until('all nodes run', async () => phases(agent, 'running'), 20 * 60_000, 1000);
    await delay(settleMs);
    const memory: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // In turns, so that what the agent does besides hits both.
      const seldom = await watch(agent, proxy, 60, memory);
      const often = await watch(agent, proxy, 1, memory);
      costs.push(((often.seconds - seldom.seconds) * 1000) / (often.heartbeats - seldom.heartbeats));
    }
    const cost = summarise(costs);
    const resident = summarise(memory);
    return [
      {
        what: `(many) processor time of a heartbeat that changes nothing, ${real + inMemory} nodes`,
        ...{ unit: 'ms', ours: cost, peer: null, goal: '≤ 50', met: cost.median <= 50 },
      },
      {
        what: `(many) resident memory with ${real + inMemory} nodes`,
        ...{ unit: 'MiB', ours: resident, peer: null, goal: '≤ 140', met: resident.p95 <= 140 },
      },
    ];
  } finally {
    await agent.destroy();
    await engine.stop();
    await proxy.stop();
    await controlPlane.destroy();
  }
}

/** What a minute takes with a heartbeat each `everySeconds`: seconds of processor time. Adds to `memory`, in MiB. */
async function watch(
  agent: TestAgent,
  proxy: ApiProxy,
  everySeconds: number,
  memory: number[],
): Promise<{ heartbeats: number; seconds: number }> {
  let heartbeats = 0;
  const change = (answer: Record<string, unknown>) => {
    heartbeats += 1;
    return { ...answer, heartbeatIntervalSeconds: everySeconds };
  };
  proxy.break({ kind: 'sync', change });
  await delay(20_000);
  const [before, heard] = [processorSeconds(agent.pid), heartbeats];
  for (let second = 0; second < seconds; second += 5) {
    await delay(5000);
    memory.push(residentMiB(agent.pid));
  }
  return { heartbeats: heartbeats - heard, seconds: processorSeconds(agent.pid) - before };
}

const phases = async (agent: TestAgent, phase: string): Promise<boolean> => {
  const { nodes } = await agent.status();
  return nodes.length === real + inMemory && nodes.every((node) => node.phase === phase);
};
