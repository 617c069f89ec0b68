import Docker from 'dockerode';
import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const rounds = 20;

/** (a) createNode acknowledged → container running, against a bare create and start of the same container; (b) block made → height in the API. */
export async function benchDeploy({ nodes, agent, dockerSocket }: BenchHost): Promise<Figure[]> {
  const docker = new Docker({ socketPath: dockerSocket });
  const ours: number[] = [];
  const bare: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { id } = await nodes.create(`deploy-${round}`);
    const began = performance.now();
    const container = await until('it runs', async () => {
      const [found] = await docker.listContainers({ filters: { label: [`io.satrap.node=${id}`] } });
      return found?.State === 'running' && docker.getContainer(found.Id);
    });
    ours.push(performance.now() - began);
    await nodes.untilPhase(id, 'running');
    if (round < 5) blocks.push(...(await blockTimes(nodes, id)));
    const made = await container.inspect();
    await nodes.act(id, 'stop');
    await nodes.untilPhase(id, 'stopped');
    bare.push(await bareStart(docker, made));
    await nodes.delete(id);
    await nodes.untilGone(id);
  }
  await agent.status();
  const [mine, floor, seen] = [summarise(ours), summarise(bare), summarise(blocks)];
  return [
    {
      what: '(a) createNode acknowledged → container running',
      unit: 'ms',
      ours: mine,
      peer: { what: 'bare create + start', summary: floor },
      goal: 'median ≤ 1.5×, p95 ≤ 2.5× of the peer',
      met: mine.median <= 1.5 * floor.median && mine.p95 <= 2.5 * floor.p95,
    },
    {
      what: '(b) block made → height in the API',
      unit: 'ms',
      ours: seen,
      peer: null,
      goal: 'median ≤ 250, p95 ≤ 1000',
      met: seen.median <= 250 && seen.p95 <= 1000,
    },
  ];
}

async function blockTimes(nodes: BenchHost['nodes'], id: string): Promise<number[]> {
  const times: number[] = [];
  for (let block = 0; block < 10; block++) {
    const before = (await nodes.get(id))?.metrics?.height ?? 0;
    await nodes.mine(id, 1);
    const made = performance.now();
    await until('the height is there', async () => ((await nodes.get(id))?.metrics?.height ?? 0) > before);
    times.push(performance.now() - made);
  }
  return times;
}

/** The same container by the engine alone: create, and start until it is running. */
async function bareStart(docker: Docker, made: Docker.ContainerInspectInfo): Promise<number> {
  const began = performance.now();
  const container = await docker.createContainer({
    ...made.Config,
    Labels: {},
    HostConfig: { ...made.HostConfig, RestartPolicy: { Name: 'no' } },
    name: 'satrap-bench-bare',
  });
  await container.start();
  const took = performance.now() - began;
  await container.stop({ t: 30 });
  await container.remove();
  return took;
}
