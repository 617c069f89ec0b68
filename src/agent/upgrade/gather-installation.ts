import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { whyNotReplaceable } from '../../storage/private-file.ts';
import { upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { releaseKeys } from '../../upgrade/verify-archive.ts';
import type { InstallationFacts } from './installation-facts.ts';

export interface InstallationPlaces {
  root: string;
  dataDir: string;
  unit?: string;
  system?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** The path unit that starts the watcher once an upgrade is ordered. */
const watcherUnitPath = '/etc/systemd/system/satrap-agent-upgrade.path';

/** Detects how this agent is installed. `own`: the findings about its container. */
export function gatherInstallation(
  { root, dataDir, unit = watcherUnitPath, system = '/', env = process.env }: InstallationPlaces,
  own: InstallationFacts['own'] = null,
): InstallationFacts {
  const realRoot = realpathSync(root);
  return {
    platform: `${process.platform}-${process.arch}`,
    root: realRoot,
    isRelease: existsSync(join(realRoot, 'bin/node')) && existsSync(join(realRoot, 'bin/satrap')),
    container: containerOwner(system, env),
    own,
    current: currentOf(realRoot),
    isReadOnly: isOnReadOnlyDisk(realRoot, readOrNull(join(system, 'proc/self/mountinfo')) ?? ''),
    watcherUnit: readOrNull(unit),
    order: upgradeFiles(dataDir).order,
    keys: releaseKeys(realRoot).length,
    stateFault: whyNotReplaceable(join(dataDir, 'upgrade')),
  };
}

function containerOwner(
  system: string,
  env: Readonly<Record<string, string | undefined>>,
): InstallationFacts['container'] {
  // A systemd unit: a machine, also a container with its own systemd.
  if (env['INVOCATION_ID'] !== undefined) return null;
  if (env['KUBERNETES_SERVICE_HOST'] !== undefined) return 'kubernetes';
  if (existsSync(join(system, 'run/.containerenv'))) return 'podman';
  return existsSync(join(system, '.dockerenv')) ? 'docker' : null;
}

function currentOf(root: string): string | null {
  const versions = dirname(root);
  if (basename(versions) !== 'versions') return null;
  try {
    return realpathSync(join(dirname(versions), 'current'));
  } catch {
    return null;
  }
}

/**
 * Returns whether the disk itself is read-only, by mountinfo. Mount options do not count: ProtectSystem sets them for
 * the agent only.
 */
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

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
