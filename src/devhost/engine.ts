import { existsSync } from 'node:fs';
import { runCommand } from './command.ts';
import { type InstallOptions, installPackages, whyNoPackages } from './debian-packages.ts';
import { type DockerdPlace, findDockerd, startDockerd, stopDockerd } from './dockerd.ts';
import { askEngine } from './engine-answers.ts';
import { HostSetupError } from './setup-error.ts';

export interface Engine {
  socketPath: string;
  /** True when no engine answered before and this call started one. */
  startedByUs: boolean;
  /** Stops the engine if this call started it; another's engine is left alone. */
  stop(): Promise<void>;
}

export interface EnsureEngineOptions extends InstallOptions {
  /** Where an engine that has to be started directly lives; the distribution's usual place when left out. */
  place?: DockerdPlace;
  /** DOCKER_HOST as the operator set it. */
  dockerHost?: string;
}

const USUAL_PLACE: DockerdPlace = {
  socketPath: '/var/run/docker.sock',
  pidFile: '/var/run/docker.pid',
  logFile: '/var/log/satrap-dockerd.log',
  execRoot: '/var/run/docker',
  args: [],
};

/**
 * Makes sure that a Docker engine answers on this host: uses the one that does, else starts the installed one, else
 * installs the distribution's. Says before it does anything. Safe to repeat, also after it was killed half-way.
 * Throws HostSetupError with what to do where it may not or cannot.
 */
export async function ensureEngine(options: EnsureEngineOptions): Promise<Engine> {
  const { place = USUAL_PLACE, dockerHost, say, signal } = options;
  const socketPath = dockerHost ? socketOf(dockerHost) : place.socketPath;
  const present: Engine = { socketPath, startedByUs: false, stop: async () => {} };
  const answer = await askEngine(socketPath);
  if (answer === 'answers') return present;
  if (answer === 'forbidden') {
    throw new HostSetupError(
      `a Docker engine is at ${socketPath}, but this user may not use it. Run this as root, or add the user to the group docker ` +
        '(usermod -aG docker USER, then log in anew)',
    );
  }
  if (dockerHost) {
    throw new HostSetupError(
      `DOCKER_HOST names ${dockerHost}, where no Docker engine answers. Start that engine, or unset DOCKER_HOST`,
    );
  }

  const obstacle = whyNotStart();
  if (obstacle) {
    throw new HostSetupError(
      `no Docker engine answers at ${socketPath}, and none can be started: ${obstacle}. Install Docker Engine and start it ` +
        '(on Debian or Ubuntu, as root: apt-get install docker.io iptables), then try again',
    );
  }
  if (!findDockerd()) {
    await installPackages(['docker.io', 'iptables'], 'a Docker engine', options);
    // The package starts its service where systemd runs.
    if ((await askEngine(socketPath)) === 'answers') return present;
  }
  if (place === USUAL_PLACE && existsSync('/run/systemd/system')) return startThroughSystemd(present, options);
  say(`no Docker engine answers: starting ${findDockerd()} in the background (log: ${place.logFile})`);
  await startDockerd(place, signal);
  return { socketPath, startedByUs: true, stop: () => stopDockerd(place) };
}

/** Stops an engine that an earlier call started in the usual place. One that systemd runs is stopped through it. */
export async function stopUsualEngine(): Promise<void> {
  if (existsSync('/run/systemd/system')) await runCommand('systemctl', ['stop', 'docker.socket', 'docker.service']);
  else await stopDockerd(USUAL_PLACE);
}

async function startThroughSystemd(present: Engine, { say, signal }: InstallOptions): Promise<Engine> {
  say('no Docker engine answers: starting docker.service through systemd');
  await runCommand('systemctl', ['start', 'docker.service'], { signal });
  if ((await askEngine(present.socketPath)) !== 'answers') {
    throw new HostSetupError('docker.service was started but no engine answers. See: journalctl -u docker.service');
  }
  // The socket unit goes first, or the next connection would start the engine again.
  const stop = async () => {
    await runCommand('systemctl', ['stop', 'docker.socket', 'docker.service']);
  };
  return { ...present, startedByUs: true, stop };
}

function whyNotStart(): string | null {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.geteuid?.() !== 0) return 'this is not root';
  return findDockerd() ? null : whyNoPackages();
}

function socketOf(dockerHost: string): string {
  const path = /^(?:unix:\/\/)?(\/.+)$/.exec(dockerHost)?.[1];
  if (path) return path;
  throw new HostSetupError(
    `DOCKER_HOST is ${dockerHost}, but the agent manages the engine of its own host through a Unix socket. ` +
      'Set it to unix:///path/to/docker.sock, or unset it',
  );
}
