import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../../package-root.ts';
import { CommandError } from '../../command-error.ts';

export const unitPath = '/etc/systemd/system/satrap-agent.service';
export const configPath = '/etc/satrap/agent.toml';
export const stateDir = '/var/lib/satrap';
export const systemUser = 'satrap';

/**
 * Returns the program that the unit starts: through the pointer `current` where several versions can lie side by side, so that an upgrade
 * changes the pointer alone.
 */
export function programPath(root = packageRoot()): string {
  const versions = dirname(root);
  return basename(versions) === 'versions' && existsSync(join(root, 'bin/satrap'))
    ? join(dirname(versions), 'current/bin/satrap')
    : join(root, 'scripts/satrap');
}

/** Returns the unit for this host: the template with the program's place and the group of the engine's socket. Pure. */
export function renderUnit(template: string, { program, group }: { program: string; group: string }): string {
  return template
    .replace(/^ExecStart=\S+/m, `ExecStart=${program}`)
    .replace(/^SupplementaryGroups=.*$/m, `SupplementaryGroups=${group}`);
}

export const unitTemplate = (): string => readFileSync(join(packageRoot(), 'templates/satrap-agent.service'), 'utf8');

/** Returns the group that may use the engine's socket. Throws CommandError where there is none that an agent could be in. */
export function socketGroup(socket: string): string {
  const stats = statSync(socket, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new CommandError(`there is no engine at ${socket}; install one (on Debian: apt-get install docker.io)`);
  if (stats.gid === 0 || (stats.mode & 0o060) !== 0o060)
    throw new CommandError(
      `only root may use ${socket}; give it a group of its own, such as docker, and install again`,
    );
  const line = execFileSync('getent', ['group', String(stats.gid)], { encoding: 'utf8' });
  return line.split(':')[0] ?? String(stats.gid);
}
