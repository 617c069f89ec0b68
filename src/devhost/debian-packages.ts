import { existsSync } from 'node:fs';
import { CommandFailedError, runCommand } from './run-command.ts';
import { HostSetupError } from './setup-error.ts';

const aptGet = '/usr/bin/apt-get';

export interface InstallOptions {
  say(line: string): void;
  signal: AbortSignal;
}

/** Returns why packages cannot be installed here, or null. Requires root on Debian, Ubuntu or a derivative. */
export function packageObstacle(): string | null {
  if (!existsSync(aptGet)) return 'this is not a Debian or Ubuntu system (there is no apt-get)';
  if (process.geteuid?.() !== 0) return 'not running as root';
  return null;
}

/** Installs packages without questions, also after a killed installation. Throws HostSetupError with the command. */
export async function installPackages(packages: readonly string[], what: string, options: InstallOptions) {
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
      `could not install ${what}. Fix the cause below, or run manually: ${byHand}\n${error.message}`,
    );
  }
}
