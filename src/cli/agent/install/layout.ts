import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { CommandError } from '../../command-error.ts';

export const configPath = '/etc/satrap/agent.toml';
export const stateDir = '/var/lib/satrap';
export const systemUser = 'satrap';

/** Returns the group that may use the engine's socket. Throws CommandError without one that the agent can join. */
export function socketGroup(socket: string): string {
  const stats = statSync(socket, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new CommandError(`no engine at ${socket}; install one (on Debian: apt-get install docker.io)`);
  if (stats.gid === 0 || (stats.mode & 0o060) !== 0o060)
    throw new CommandError(
      `only root may use ${socket}; give it a group of its own, such as docker, and install again`,
    );
  // A group without a name, such as an engine's in another container, is known by its number. systemd accepts that.
  const { stdout, status } = spawnSync('getent', ['group', String(stats.gid)], { encoding: 'utf8' });
  return (status === 0 && stdout.split(':')[0]) || String(stats.gid);
}
