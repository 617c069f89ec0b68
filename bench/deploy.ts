import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import Docker from 'dockerode';
import { labels } from '../src/agent/docker/engine/labels.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';
import { familyProcessorSeconds } from './process.ts';
import { emptyNode } from './run-cost.ts';

const rounds = 20;
/** At most this many times as long as the peer. */
const maxRatio = { median: 1.25, p95: 1.4 };

/**
 * (deploy) createNode acknowledged → container running, compared with a bare create and start of the same container by
 * the same engine; and the agent's processor time for it, compared with a start of Node.
 */
export async function benchDeploy({ agent, nodes, dockerSocket }: BenchHost): Promise<Figure[]> {
  const docker = new Docker({ socketPath: dockerSocket });
  const ours: number[] = [];
  const bare: number[] = [];
  let processorSeconds = 0;
  for (let round = 0; round < rounds; round++) {
    const starts = await startsOf(docker);
    const before = familyProcessorSeconds(agent.pid);
    const { id } = await nodes.create(`deploy-${round}`);
    const acknowledged = Date.now();
    const started = await starts.next(({ Actor }) => Actor.Attributes[labels.node] === id);
    ours.push(started.at - acknowledged);
    processorSeconds += familyProcessorSeconds(agent.pid) - before;
    await nodes.untilPhase(id, 'running');
    const container = await docker.getContainer(started.id).inspect();
    await nodes.act(id, 'stop');
    await nodes.untilPhase(id, 'stopped');
    bare.push(await bareStart(docker, container, starts));
    starts.end();
    await nodes.delete(id);
    await nodes.untilGone(id);
  }
  const [figure, floor] = [summarise(ours), summarise(bare)];
  // The mean: Linux counts hundredths of a second.
  const agentTime = summarise([(processorSeconds / rounds) * 1000]);
  const node = summarise([emptyNode(10).processorMs]);
  return [
    {
      what: '(deploy) createNode acknowledged → container running',
      unit: 'ms',
      ours: figure,
      peer: { what: 'bare create + start of the same container', summary: floor },
      goal: `median ≤ ${maxRatio.median}×, p95 ≤ ${maxRatio.p95}× of the peer`,
      met: figure.median <= maxRatio.median * floor.median && figure.p95 <= maxRatio.p95 * floor.p95,
    },
    {
      what: '(deploy) the agent’s processor time until the container runs',
      unit: 'ms',
      ours: agentTime,
      peer: { what: 'node -e 0', summary: node },
      goal: 'median ≤ that of the peer',
      met: agentTime.median <= node.median,
    },
  ];
}

/** Creates and starts the same container with the engine alone; returns the milliseconds that it took. */
async function bareStart(
  docker: Docker,
  { Config, HostConfig }: Docker.ContainerInspectInfo,
  starts: Starts,
): Promise<number> {
  const began = Date.now();
  const container = await docker.createContainer({
    ...Config,
    Labels: {},
    HostConfig: { ...HostConfig, RestartPolicy: { Name: 'no' } },
    name: 'satrap-bench-bare',
  });
  await container.start();
  const { at } = await starts.next(({ Actor }) => Actor.ID === container.id);
  // The node is deleted after this round, so its chain data has no value.
  await container.remove({ force: true });
  return at - began;
}

interface StartEvent {
  Actor: { ID: string; Attributes: Record<string, string> };
  timeNano: number;
}

interface Starts {
  /** Returns the first matching start, with the engine's time in milliseconds since the epoch. */
  next(fits: (event: StartEvent) => boolean): Promise<{ id: string; at: number }>;
  end(): void;
}

/** Collects the engine's start events from now on; polling would slow the engine down. */
async function startsOf(docker: Docker): Promise<Starts> {
  const stream = (await docker.getEvents({ filters: { type: ['container'], event: ['start'] } })) as Readable & {
    destroy(): void;
  };
  const events: StartEvent[] = [];
  let received = Promise.withResolvers<void>();
  createInterface({ input: stream }).on('line', (line) => {
    events.push(JSON.parse(line) as StartEvent);
    received.resolve();
    received = Promise.withResolvers();
  });
  return {
    async next(fits) {
      for (;;) {
        const found = events.find(fits);
        if (found !== undefined) return { id: found.Actor.ID, at: found.timeNano / 1e6 };
        await received.promise;
      }
    },
    end: () => stream.destroy(),
  };
}
