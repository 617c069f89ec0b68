/** What an agent finds out of the container that it runs in. */
export interface ContainerFacts {
  labels: Readonly<Record<string, string>>;
  isAgentImage: boolean;
  removesItself: boolean;
  /** Whether the agent's data lies where it outlives the container. */
  isDataKept: boolean;
  repositories: readonly string[];
}

/** The name of a container's program, which the images of the agent bear. */
export const programLabel = { name: 'io.satrap.program', value: 'agent' } as const;

const orchestrators: readonly { prefix: string; says: string }[] = [
  {
    prefix: 'com.docker.swarm.',
    says: 'it runs as a task of a Swarm service; use docker service update --image',
  },
  {
    prefix: 'io.kubernetes.',
    says: 'it runs in a pod, which Kubernetes would put back; change the image in its workload',
  },
  { prefix: 'com.hashicorp.nomad.', says: 'Nomad would put it back; change the image in its job' },
  { prefix: 'com.amazonaws.ecs.', says: 'ECS would put it back; change the image in its task definition' },
];

/** Returns why a container cannot be re-created from another image, with what to do; null where it can. */
export function containerObstacle(facts: ContainerFacts): string | null {
  const { labels, isAgentImage, removesItself, isDataKept, repositories } = facts;
  const owner = orchestrators.find(({ prefix }) => Object.keys(labels).some((label) => label.startsWith(prefix)));
  if (owner !== undefined) return owner.says;
  if (!isAgentImage)
    return `its image lacks the label ${programLabel.name}=${programLabel.value}; recreate the container from an image that the Dockerfile of a release made`;
  if (removesItself)
    return 'its container is removed as soon as it ends (--rm), so that there is no way back; make it without that';
  if (!isDataKept)
    return 'its data directory lies in the container itself and would be lost with it; make the container with a volume there';
  if (repositories.length === 0)
    return 'its image has no name, by which one of the release could be told to be the same; recreate the container from a named image';
  return null;
}

/** Returns the name of an image without tag and digest; null for an id. */
export function repositoryOf(reference: string): string | null {
  const name = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return name === '' || name === 'sha256' || name === '<none>' || /^[0-9a-f]{12,64}$/.test(name) ? null : name;
}

/** Whom the container belongs to beside the engine, so that it must be told of another image; null where it belongs to nobody. */
export const composeProject = (labels: ContainerFacts['labels']): string | null =>
  labels['com.docker.compose.project'] ?? null;
