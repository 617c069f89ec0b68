import type { UpgradabilityInput } from '../../contract/types.generated.ts';
import { type ContainerFacts, containerObstacle } from './container-facts.ts';

export interface InstallationFacts {
  platform: string;
  root: string;
  /** Whether that is a release with its own Node. */
  isRelease: boolean;
  /** The owner of the agent's container; null on the host itself. */
  container: 'docker' | 'podman' | 'kubernetes' | null;
  /** The findings about that container, or why there are none; null before the first look, and on the host itself. */
  own: ContainerFacts | { fault: string } | null;
  /** The target of the `current` link beside the versions; null if the version is not among versions. */
  current: string | null;
  /** Whether the disk of the versions is mounted read-only. */
  isReadOnly: boolean;
  /** The text of the unit that starts the watcher; null without one. */
  watcherUnit: string | null;
  /** The path of the order, which that unit waits for. */
  order: string;
  keys: number;
  /** Why the agent cannot write to its download folder; null if it can. */
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

/** The caller's text says that the agent cannot be upgraded. */
function imageObstacle({ container, own, isRelease, stateFault }: InstallationFacts): string | null {
  if (container === 'kubernetes') return 'it runs in a pod managed by Kubernetes; change the image in its workload';
  if (container === 'podman') return 'it runs in a Podman container; pull the new image and recreate the container';
  if (!isRelease) return 'its image was not built from a release; recreate the container from a release image';
  if (own === null) return 'its container is not identified yet';
  if ('fault' in own)
    return `it cannot identify its own container (${own.fault}); pull the new image and recreate the container`;
  if (stateFault !== null) return `it cannot write to its folder: ${stateFault}`;
  return containerObstacle(own);
}

function archiveObstacle(facts: InstallationFacts): string | null {
  const { root, isRelease, current, isReadOnly, watcherUnit, order, keys, stateFault } = facts;
  if (!isRelease)
    return `the agent runs from a clone (${root}); update the clone and restart the agent, or install a release with install.sh`;
  if (current === null) return `the agent runs from ${root}, which was not installed by install.sh; ${byHand}`;
  if (current !== root) return `the agent runs from ${root}, but the current version is ${current}; restart the agent`;
  if (isReadOnly) return `the disk of ${root} is mounted read-only; install the new version where that disk is built`;
  if (keys === 0) return `no release key is installed in ${root} to verify a release; ${byHand}`;
  if (watcherUnit === null) return 'the upgrade units are not installed; run as root: satrap agent install';
  if (!watcherUnit.split('\n').includes(`PathExists=${order}`))
    return `the upgrade unit does not watch ${order}; run as root: satrap agent install`;
  if (stateFault !== null) return `the agent cannot write to its folder: ${stateFault}`;
  return null;
}
