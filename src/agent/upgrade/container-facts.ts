export interface ContainerFacts {
  labels: Readonly<Record<string, string>>;
  isAgentImage: boolean;
  removesItself: boolean;
  /** Whether the agent's data outlives the container. */
  isDataKept: boolean;
  repositories: readonly string[];
}

export const programLabel = { name: 'io.satrap.program', value: 'agent' } as const;

/** By the prefix of their labels. */
const orchestrators = [
  ['com.docker.swarm.', 'it runs as a Swarm service; use docker service update --image'],
  ['io.kubernetes.', 'it runs in a pod managed by Kubernetes; change the image in its workload'],
  ['com.hashicorp.nomad.', 'it is managed by Nomad; change the image in its job'],
  ['com.amazonaws.ecs.', 'it is managed by ECS; change the image in its task definition'],
] as const;

/** Returns why a container cannot be re-created from another image, with what to do; null if it can. */
export function containerObstacle(facts: ContainerFacts): string | null {
  const { labels, isAgentImage, removesItself, isDataKept, repositories } = facts;
  for (const [prefix, obstacle] of orchestrators)
    if (Object.keys(labels).some((label) => label.startsWith(prefix))) return obstacle;
  if (!isAgentImage)
    return `its image lacks the label ${programLabel.name}=${programLabel.value}; recreate the container from an image built with a release’s Dockerfile`;
  if (removesItself)
    return 'its container is removed when it stops (--rm), which rules out a rollback; recreate it without --rm';
  if (!isDataKept)
    return 'its data directory is inside the container and would be lost; recreate the container with a volume';
  if (repositories.length === 0)
    return 'its image has no name to compare with the release; recreate the container from a named image';
  return null;
}

/** Returns the name of an image without tag and digest; null for an id. */
export function repositoryOf(reference: string): string | null {
  const name = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return name === '' || name === 'sha256' || name === '<none>' || /^[0-9a-f]{12,64}$/.test(name) ? null : name;
}

/** The Compose project of the container, whose file must be updated with another image; null without one. */
export const composeProject = (labels: ContainerFacts['labels']): string | null =>
  labels['com.docker.compose.project'] ?? null;
