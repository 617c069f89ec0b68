import { existsSync } from 'node:fs';
import { CommandFailedError, runCommand } from './command.ts';
import { HostSetupError } from './setup-error.ts';

const APT_GET = '/usr/bin/apt-get';

export interface InstallOptions {
  /** Tells the operator, in one line, what is about to happen. */
  say(line: string): void;
  signal: AbortSignal;
}

/** Why packages cannot be installed here, or null when they can: it takes root on Debian, Ubuntu or a relative of theirs. */
export function whyNoPackages(): string | null {
  if (!existsSync(APT_GET)) return 'this is not a Debian or Ubuntu system (there is no apt-get)';
  if (process.geteuid?.() !== 0) return 'this is not root';
  return null;
}

/**
 * Installs packages of the distribution without asking anything and without what they merely recommend.
 * Safe to repeat, also after an installation that was killed half-way. `what` says in words what the packages are for.
 * Throws HostSetupError with the command to run by hand.
 */
export async function installPackages(
  packages: readonly string[],
  what: string,
  options: InstallOptions,
): Promise<void> {
  const byHand = `apt-get install ${packages.join(' ')}`;
  const obstacle = whyNoPackages();
  if (obstacle)
    throw new HostSetupError(
      `${what} is missing and cannot be installed: ${obstacle}. As root on Debian or Ubuntu, run: ${byHand}`,
    );

  options.say(`installing ${what} from the distribution's packages: ${packages.join(' ')} (about a minute)`);
  const run = (command: string, ...args: string[]) =>
    runCommand(command, args, { signal: options.signal, env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } });
  // Another installation may hold the lock for a while, as unattended upgrades do soon after a boot.
  const apt = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=180'];
  try {
    await run('dpkg', '--configure', '-a');
    await run(APT_GET, ...apt, 'update');
    await run(APT_GET, ...apt, 'install', '--no-install-recommends', ...packages);
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error;
    throw new HostSetupError(
      `${what} could not be installed. Mend the cause below, or run by hand: ${byHand}\n${error.message}`,
    );
  }
}
