import type { UpgradabilityInput } from '../../contract/types.generated.ts';
import { type ContainerFacts, containerObstacle } from './container-facts.ts';

export interface InstallationFacts {
  platform: string;
  root: string;
  /** Whether that holds a release, with a Node of its own. */
  isRelease: boolean;
  /** What owns the container that the agent runs in; null on the host itself. */
  container: 'docker' | 'podman' | 'kubernetes' | null;
  /** What the agent found of that container, or why it could not; null before it has looked, and on the host itself. */
  own: ContainerFacts | { fault: string } | null;
  /** The folder that `current` beside the versions leads to; null where the version does not lie among versions. */
  current: string | null;
  /** Whether the disk of the versions is mounted so that nobody can write on it. */
  isReadOnly: boolean;
  /** The text of the unit that starts the watcher; null where there is none. */
  watcherUnit: string | null;
  /** The path of the order, which that unit waits for. */
  order: string;
  keys: number;
  /** Why the agent cannot write where it would fetch to; null where it can. */
  stateFault: string | null;
}

const byHand = 'install the new version on the host';

/** Returns whether this agent can be upgraded by request, and why not. */
export function judgeInstallation(facts: InstallationFacts): UpgradabilityInput {
  const { platform, container } = facts;
  const reason = container === null ? archiveObstacle(facts) : imageObstacle(facts);
  return {
    canUpgrade: reason === null,
    ...(reason === null ? {} : { reason }),
    platform,
    packaging: container === null ? 'archive' : 'image',
  };
}

/** Anyone who shows it has said that the agent cannot be upgraded. */
function imageObstacle({ container, own, isRelease, stateFault }: InstallationFacts): string | null {
  if (container === 'kubernetes')
    return 'it runs in a pod, which Kubernetes would put back; change the image in its workload';
  if (container === 'podman') return 'it runs in a container of Podman; pull the new image and recreate the container';
  if (!isRelease) return 'its image was not made from a release; recreate the container from one that was';
  if (own === null) return 'it has not found yet which container it runs in';
  if ('fault' in own)
    return `it cannot find the container that it runs in (${own.fault}); pull the new image and recreate the container`;
  if (stateFault !== null) return `it cannot write its own folder: ${stateFault}`;
  return containerObstacle(own);
}

function archiveObstacle(facts: InstallationFacts): string | null {
  const { root, isRelease, current, isReadOnly, watcherUnit, order, keys, stateFault } = facts;
  if (!isRelease)
    return `the agent runs from a clone (${root}); bring the clone up to date and start the agent again, or install a release with install.sh`;
  if (current === null)
    return `the agent runs from ${root}, which is not among versions as install.sh lays them out; ${byHand}`;
  if (current !== root) return `the agent runs from ${root}, but current leads to ${current}; restart the agent`;
  if (isReadOnly) return `the disk of ${root} is mounted read-only; ${byHand}, where that is made`;
  if (keys === 0) return `no key for releases is installed in ${root}, so that none could be checked; ${byHand}`;
  if (watcherUnit === null) return 'the units of the upgrade are not installed; run as root: satrap agent install';
  if (!watcherUnit.split('\n').includes(`PathExists=${order}`))
    return `the unit of the upgrade waits for another file than ${order}; run as root: satrap agent install`;
  if (stateFault !== null) return `the agent cannot write its own folder: ${stateFault}`;
  return null;
}
