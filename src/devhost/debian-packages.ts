import { existsSync } from 'node:fs';
import { CommandFailedError, runCommand } from './run-command.ts';
import { HostSetupError } from './setup-error.ts';

const aptGet = '/usr/bin/apt-get';

export interface InstallOptions {
  /** Shows the operator one line. */
  say(line: string): void;
  signal: AbortSignal;
}

/** Returns why packages cannot be installed here, or null when they can. It takes root on Debian, Ubuntu or a derivative. */
export function packageObstacle(): string | null {
  if (!existsSync(aptGet)) return 'this is not a Debian or Ubuntu system (there is no apt-get)';
  if (process.geteuid?.() !== 0) return 'this is not root';
  return null;
}

/**
 * Installs packages of the distribution, without questions and without recommended packages. Safe to repeat, also after an
 * installation that was killed. `what` names their purpose for people.
 * Throws HostSetupError with the command to run by hand.
 */
export async function installPackages(
  packages: readonly string[],
  what: string,
  options: InstallOptions,
): Promise<void> {
  const byHand = `apt-get install ${packages.join(' ')}`;
  const obstacle = packageObstacle();
  if (obstacle)
    throw new HostSetupError(
      `${what} is missing and cannot be installed: ${obstacle}. As root on Debian or Ubuntu, run: ${byHand}`,
    );

  options.say(`installing ${what} from the distribution's packages: ${packages.join(' ')} (about a minute)`);
  const run = (command: string, ...args: string[]) =>
    runCommand(command, args, { signal: options.signal, env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } });
  // Another installation may hold the lock, such as unattended upgrades after a boot.
  const apt = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=180'];
  try {
    await run('dpkg', '--configure', '-a');
    await run(aptGet, ...apt, 'update');
    await run(aptGet, ...apt, 'install', '--no-install-recommends', ...packages);
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error;
    throw new HostSetupError(
      `${what} could not be installed. Fix the cause below, or run by hand: ${byHand}\n${error.message}`,
    );
  }
}
