import { existsSync } from 'node:fs';
import { type InstallOptions, installPackages, packageObstacle } from './debian-packages.ts';
import { type DockerdFiles, findDockerd, pingEngine, startDockerd, stopDockerd } from './dockerd.ts';
import { runCommand } from './run-command.ts';
import { HostSetupError } from './setup-error.ts';

export interface Engine {
  socketPath: string;
  startedByUs: boolean;
  /** Stops the engine if this call started it. */
  stop(): Promise<void>;
}

export interface EnsureEngineOptions extends InstallOptions {
  /** The operator's DOCKER_HOST; empty counts as unset. */
  dockerHost?: string | undefined;
}

/** Paths for an engine that is started directly: the distribution's. */
const files: DockerdFiles = {
  socketPath: '/var/run/docker.sock',
  pidFile: '/var/run/docker.pid',
  logFile: '/var/log/satrap-dockerd.log',
  execRoot: '/var/run/docker',
  args: [],
};

/**
 * Ensures that a Docker engine answers on this host: a running one, else the installed one, else the distribution's.
 * Announces each step. Safe to repeat, also after a kill. Throws HostSetupError with what to do.
 */
export async function ensureEngine(options: EnsureEngineOptions): Promise<Engine> {
  const { dockerHost, say, signal } = options;
  const socketPath = dockerHost ? socketOf(dockerHost) : files.socketPath;
  const present: Engine = { socketPath, startedByUs: false, stop: async () => {} };
  const answer = await pingEngine(socketPath);
  if (answer === 'answers') return present;
  if (answer === 'forbidden') {
    throw new HostSetupError(
      `no permission for the Docker engine at ${socketPath}. Run this as root, or add the user to the group docker ` +
        '(usermod -aG docker USER, then log in again)',
    );
  }
  if (dockerHost) {
    throw new HostSetupError(`no Docker engine answers at DOCKER_HOST ${dockerHost}. Start it, or unset DOCKER_HOST`);
  }

  const obstacle = startObstacle();
  if (obstacle) {
    throw new HostSetupError(
      `no Docker engine answers at ${socketPath}, and this command cannot start one: ${obstacle}. Install Docker Engine and start it ` +
        '(on Debian or Ubuntu, as root: apt-get install docker.io iptables), then try again',
    );
  }
  if (!findDockerd()) {
    await installPackages(['docker.io', 'iptables'], 'a Docker engine', options);
    // With systemd, the package starts its service.
    if ((await pingEngine(socketPath)) === 'answers') return present;
  }
  if (existsSync('/run/systemd/system')) return startThroughSystemd(present, options);
  say(`no Docker engine answers: starting ${findDockerd()} in the background (log: ${files.logFile})`);
  await startDockerd(files, signal);
  return { socketPath, startedByUs: true, stop: () => stopDockerd(files) };
}

/** Stops an engine that an earlier call started with the default paths; through systemd if it runs there. */
export async function stopDefaultEngine(): Promise<void> {
  // The socket unit first, or the next connection would start the engine again.
  if (existsSync('/run/systemd/system')) await runCommand('systemctl', ['stop', 'docker.socket', 'docker.service']);
  else await stopDockerd(files);
}

async function startThroughSystemd(present: Engine, { say, signal }: InstallOptions): Promise<Engine> {
  say('no Docker engine answers: starting docker.service through systemd');
  await runCommand('systemctl', ['start', 'docker.service'], { signal });
  if ((await pingEngine(present.socketPath)) !== 'answers') {
    throw new HostSetupError('docker.service was started but no engine answers. See: journalctl -u docker.service');
  }
  return { ...present, startedByUs: true, stop: stopDefaultEngine };
}

function startObstacle(): string | null {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.geteuid?.() !== 0) return 'not running as root';
  return findDockerd() ? null : packageObstacle();
}

function socketOf(dockerHost: string): string {
  const path = /^(?:unix:\/\/)?(\/.+)$/.exec(dockerHost)?.[1];
  if (path) return path;
  throw new HostSetupError(
    `DOCKER_HOST is ${dockerHost}, but the agent manages the engine of its own host through a Unix socket. ` +
      'Set it to unix:///path/to/docker.sock, or unset it',
  );
}
