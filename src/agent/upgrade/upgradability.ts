import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { UpgradabilityInput } from '../../contract/types.generated.ts';
import { textOrNull } from '../../storage/plain-file.ts';
import { whyNotReplaceable } from '../../storage/private-file.ts';
import type { Clock } from '../../timing/clock.ts';
import { upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { releaseKeys } from '../../upgrade/verify-archive.ts';
import { type ContainerFacts, containerObstacle } from './container-facts.ts';

export interface InstallationPlaces {
  root: string;
  dataDir: string;
  /** The path unit that starts the watcher once an upgrade is ordered. */
  unit?: string;
  system?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** The findings about the agent's container, or why there are none; null before the first look, and on the host itself. */
type Own = ContainerFacts | { fault: string } | null;

const maxAgeMs = 60_000;

export type UpgradabilityReader = ReturnType<typeof upgradabilityReader>;

/**
 * Returns a reader of whether this agent can be upgraded, for every heartbeat. `lookAtContainer`: findings about the
 * agent's container; only called in one. Never throws.
 */
export function upgradabilityReader(places: InstallationPlaces, clock: Clock, lookAtContainer: () => Promise<Own>) {
  let known: { said: UpgradabilityInput; at: number } | undefined;
  let own: Own = null;
  const look = (at: number): UpgradabilityInput => {
    const said = judgeInstallation(gatherInstallation(places, own));
    known = { said, at };
    return said;
  };
  /** The engine answers later than a heartbeat can wait. */
  const lookAgain = async (at: number) => {
    own = await lookAtContainer();
    look(at);
  };
  return (): UpgradabilityInput => {
    const now = clock.elapsed();
    if (known !== undefined && now - known.at < maxAgeMs) return known.said;
    const said = look(now);
    if (said.packaging === 'image') void lookAgain(now);
    return said;
  };
}

export type InstallationFacts = ReturnType<typeof gatherInstallation>;

export function gatherInstallation(places: InstallationPlaces, own: Own = null) {
  const { root, dataDir, unit = '/etc/systemd/system/satrap-agent-upgrade.path' } = places;
  const { system = '/', env = process.env } = places;
  const realRoot = realpathSync(root);
  return {
    platform: `${process.platform}-${process.arch}`,
    root: realRoot,
    /** Whether that is a release with its own Node. */
    isRelease: existsSync(join(realRoot, 'bin/node')) && existsSync(join(realRoot, 'bin/satrap')),
    container: containerOwner(system, env),
    own,
    current: currentOf(realRoot),
    isReadOnly: isOnReadOnlyDisk(realRoot, textOrNull(join(system, 'proc/self/mountinfo')) ?? ''),
    watcherUnit: textOrNull(unit),
    /** The path that the unit waits for. */
    order: upgradeFiles(dataDir).order.path,
    keys: releaseKeys(realRoot).length,
    /** Why the agent cannot write to its download folder; null if it can. */
    stateFault: whyNotReplaceable(join(dataDir, 'upgrade')),
  };
}

/** The owner of the agent's container; null on the host itself. */
function containerOwner(system: string, env: NonNullable<InstallationPlaces['env']>) {
  // A systemd unit: a machine, also a container with its own systemd.
  if (env['INVOCATION_ID'] !== undefined) return null;
  if (env['KUBERNETES_SERVICE_HOST'] !== undefined) return 'kubernetes';
  if (existsSync(join(system, 'run/.containerenv'))) return 'podman';
  return existsSync(join(system, '.dockerenv')) ? 'docker' : null;
}

/** The target of the `current` link beside the versions; null if the version is not among versions. */
function currentOf(root: string): string | null {
  const versions = dirname(root);
  if (basename(versions) !== 'versions') return null;
  try {
    return realpathSync(join(dirname(versions), 'current'));
  } catch {
    return null;
  }
}

/** Mount options do not count, by mountinfo: ProtectSystem makes them read-only for the agent only. */
export function isOnReadOnlyDisk(path: string, mountinfo: string): boolean {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [mount = '', disk = ''] = line.split(' - ');
    const point = mount.split(' ')[4];
    const options = disk.split(' ')[2];
    if (point === undefined || options === undefined) return [];
    const isAbove = path === point || path.startsWith(point === '/' ? '/' : `${point}/`);
    return isAbove ? [{ point, isReadOnly: options.split(',').includes('ro') }] : [];
  });
  // The deepest one; of several on one mount point, the last.
  const depth = Math.max(...mounts.map(({ point }) => point.length));
  return mounts.findLast(({ point }) => point.length === depth)?.isReadOnly ?? false;
}

/** Returns whether this agent can be upgraded by request, and why not. */
export function judgeInstallation(facts: InstallationFacts): UpgradabilityInput {
  const { platform, container } = facts;
  const reason = container === null ? archiveObstacle(facts) : imageObstacle(facts);
  return {
    canUpgrade: reason === null,
    platform,
    packaging: container === null ? 'archive' : 'image',
    ...(reason === null ? {} : { reason }),
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

const byHand = 'install the new version on the host';

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
