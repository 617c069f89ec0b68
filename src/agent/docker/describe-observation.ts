import type { ObservedContainer } from './engine/observed-container.ts';
import type { DockerSnapshot } from './snapshot.ts';

/** What the engine says of a node, in lines for people. Pure. */
export function describeObservation({ workload, observed }: Pick<DockerSnapshot, 'workload' | 'observed'>): string[] {
  const { data, image, imposters, foreignWriters, leftoverDataDir } = observed;
  return [
    workload === undefined ? 'no container' : describeContainer(workload),
    `volume ${data}`,
    ...(leftoverDataDir === null ? [] : [`the directory ${leftoverDataDir} of a volume that someone removed`]),
    image.pin === null
      ? 'image not resolved yet'
      : `image ${image.pin}, ${image.present ? 'on this host' : 'not on this host'}`,
    ...foreignWriters.map((name) => `the foreign container ${name} uses the volume`),
    ...imposters.map(
      (name) => `the foreign container ${name} has this node’s name or labels: the agent leaves it alone`,
    ),
  ];
}

function describeContainer(container: ObservedContainer): string {
  const started = container.startedAt === null ? '' : `, started ${container.startedAt}`;
  return `container ${container.id.slice(0, 12)} ${container.status}${started}, restarted by the engine ${container.restartCount} times`;
}
