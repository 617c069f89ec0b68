import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { askEngine } from './engine-answers.ts';
import { processEnded, processName, sendSignal } from './live-process.ts';
import { HostSetupError } from './setup-error.ts';
import { waitUntil } from './wait-until.ts';

/** Where a dockerd that we start ourselves lives. All paths are absolute. */
export interface DockerdPlace {
  socketPath: string;
  pidFile: string;
  logFile: string;
  /** Folder of what the engine keeps only while it runs, its containerd's pid file among it. */
  execRoot: string;
  /** Arguments beyond those that the paths above make. */
  args: readonly string[];
}

const READY_WITHIN_MS = 60_000;
const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** The installed engine's program, or null. Debian keeps it in /usr/sbin, Docker's own packages in /usr/bin. */
export function findDockerd(): string | null {
  return (
    SEARCH_PATH.split(':')
      .map((dir) => `${dir}/dockerd`)
      .find(existsSync) ?? null
  );
}

/** The process id of the dockerd that a pid file names, or null when it does not run. */
export async function runningDockerd(pidFile: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  return pid > 0 && (await processName(pid)) === 'dockerd' ? pid : null;
}

/**
 * Starts dockerd in the background, where it outlives this process, and waits until it answers; one that is already on its
 * way is only waited for. Throws HostSetupError with the end of its log when it ends or has not answered within 60 s.
 */
export async function startDockerd(place: DockerdPlace, signal: AbortSignal): Promise<void> {
  if ((await runningDockerd(place.pidFile)) === null) await spawnDockerd(place);
  let ended = false;
  const ready = await waitUntil(
    async () => {
      if ((await askEngine(place.socketPath)) === 'answers') return true;
      ended = (await runningDockerd(place.pidFile)) === null;
      return ended;
    },
    { within: READY_WITHIN_MS, every: 100, signal },
  );
  if (ready && !ended) return;
  const log = (await readFile(place.logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-10).join('\n');
  throw new HostSetupError(
    `the Docker engine ${ended ? 'ended at its start' : 'did not answer within 60 s'}. Mend what its log names, or start an engine ` +
      `yourself and try again. The end of ${place.logFile}:\n${log}`,
  );
}

async function spawnDockerd(place: DockerdPlace): Promise<void> {
  const program = findDockerd();
  if (!program)
    throw new HostSetupError(
      'dockerd is not installed. As root on Debian or Ubuntu, run: apt-get install docker.io iptables',
    );
  for (const file of [place.socketPath, place.pidFile, place.logFile]) await mkdir(dirname(file), { recursive: true });
  // dockerd refuses to start when its pid file names any live process, also one that merely got the number after a crash.
  await rm(place.pidFile, { force: true });
  await forgetContainerd(place.execRoot);
  await using log = await open(place.logFile, 'a', 0o600);
  const paths = ['--host', `unix://${place.socketPath}`, '--pidfile', place.pidFile, '--exec-root', place.execRoot];
  const child = spawn(program, [...paths, ...place.args], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    // Not this process's whole environment, which may hold keys.
    env: { PATH: SEARCH_PATH, ...pick(process.env, PROXY_VARIABLES) },
  });
  child.unref();
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const wrotePid = await waitUntil(
    async () => (await runningDockerd(place.pidFile)) !== null || child.exitCode !== null || child.signalCode !== null,
    { within: 10_000 },
  );
  if (!wrotePid)
    throw new HostSetupError(`dockerd wrote no pid file ${place.pidFile} within 10 s; see ${place.logFile}`);
}

/**
 * A dockerd that was killed takes its containerd along, but leaves that one's pid file. While the process is ending, or has
 * ended and is not yet collected by its parent, the next dockerd takes it for running, waits 15 s for it and gives up.
 */
async function forgetContainerd(execRoot: string): Promise<void> {
  const pidFile = join(execRoot, 'containerd', 'containerd.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const ended = await waitUntil(async () => (await processName(pid)) !== 'containerd', { within: 5_000 });
  if (ended) await rm(pidFile, { force: true });
}

/**
 * Ends a dockerd gently: it stops its containers, each within its own time, and takes its containerd along.
 * Throws when it still runs after `within` milliseconds.
 */
export async function stopDockerd(place: DockerdPlace, within = 60_000): Promise<void> {
  const pid = await runningDockerd(place.pidFile);
  if (pid === null) return;
  sendSignal(pid, 'SIGTERM');
  if (!(await processEnded(pid, within))) {
    throw new Error(
      `dockerd (process ${pid}) still runs ${within / 1000} s after it was asked to stop; see ${place.logFile}`,
    );
  }
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
