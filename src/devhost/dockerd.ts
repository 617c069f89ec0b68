import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Docker from 'dockerode';
import { poll } from '../timing/poll.ts';
import { HostSetupError } from './setup-error.ts';

/** Absolute paths of a dockerd that we start. */
export interface DockerdFiles {
  socketPath: string;
  pidFile: string;
  logFile: string;
  /** Runtime state, such as containerd's pid file. */
  execRoot: string;
  args: readonly string[];
}

const readyTimeoutMs = 60_000;
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Environment variables that dockerd inherits. Others may hold keys. */
const inheritedVariables = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  // Identifies the test run that started it.
  'TMPDIR',
];

/** Returns the path of the installed dockerd, or null. Debian has it in /usr/sbin, Docker's packages in /usr/bin. */
export const findDockerd = (): string | null =>
  searchPath
    .split(':')
    .map((dir) => `${dir}/dockerd`)
    .find(existsSync) ?? null;

/** Returns the pid of the dockerd in a pid file, or null if it does not run. */
export async function runningDockerd(pidFile: string): Promise<number | null> {
  const pid = await pidIn(pidFile);
  return pid !== null && (await processName(pid)) === 'dockerd' ? pid : null;
}

async function pidIn(pidFile: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  return pid > 0 ? pid : null;
}

/** Pings the engine at a socket, for 5 s at most. `absent`: no answer, `forbidden`: this user cannot open the socket. */
export async function pingEngine(socketPath: string): Promise<'answers' | 'absent' | 'forbidden'> {
  try {
    await new Docker({ socketPath, timeout: 5000 }).ping();
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'forbidden' : 'absent';
  }
}

/**
 * Starts dockerd in the background, where it outlives this process, and waits until it, or one already starting,
 * answers. Throws HostSetupError with the end of its log if it exits or does not answer within 60 s.
 */
export async function startDockerd(files: DockerdFiles, signal: AbortSignal): Promise<void> {
  if ((await runningDockerd(files.pidFile)) === null) await spawnDockerd(files);
  let ended = false;
  const ready = await poll(
    async () => {
      if ((await pingEngine(files.socketPath)) === 'answers') return true;
      ended = (await runningDockerd(files.pidFile)) === null;
      return ended;
    },
    { withinMs: readyTimeoutMs, everyMs: 100, signal },
  );
  if (ready && !ended) return;
  const log = (await readFile(files.logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-10).join('\n');
  throw new HostSetupError(
    `the Docker engine ${ended ? 'exited at start' : 'did not answer within 60 s'}. Fix the cause in its log, or start an engine ` +
      `yourself and try again. The end of ${files.logFile}:\n${log}`,
  );
}

async function spawnDockerd(files: DockerdFiles): Promise<void> {
  const program = findDockerd();
  if (!program)
    throw new HostSetupError(
      'dockerd is not installed. As root on Debian or Ubuntu, run: apt-get install docker.io iptables',
    );
  for (const file of [files.socketPath, files.pidFile, files.logFile]) await mkdir(dirname(file), { recursive: true });
  // dockerd refuses to start if its pid file names a live process, even one that reuses the number after a crash.
  await rm(files.pidFile, { force: true });
  await removeContainerdPidFile(files.execRoot);
  await using log = await open(files.logFile, 'a', 0o600);
  const inherited = Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]]));
  const paths = ['--host', `unix://${files.socketPath}`, '--pidfile', files.pidFile, '--exec-root', files.execRoot];
  const child = spawn(program, [...paths, ...files.args], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: searchPath, ...inherited },
  });
  child.unref();
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const wrotePid = await poll(
    async () => (await runningDockerd(files.pidFile)) !== null || child.exitCode !== null || child.signalCode !== null,
    { withinMs: 10_000 },
  );
  if (!wrotePid)
    throw new HostSetupError(`dockerd wrote no pid file ${files.pidFile} within 10 s; see ${files.logFile}`);
}

/** The next dockerd would take a killed one's unreaped containerd for running, wait 15 s, and give up. */
async function removeContainerdPidFile(execRoot: string): Promise<void> {
  const pidFile = join(execRoot, 'containerd', 'containerd.pid');
  const pid = await pidIn(pidFile);
  if (pid === null) return;
  const ended = await poll(async () => (await processName(pid)) !== 'containerd', { withinMs: 5_000 });
  if (ended) await rm(pidFile, { force: true });
}

/** Stops a dockerd, its containers, each within its own time, and its containerd. Throws after `withinMs`. */
export async function stopDockerd(files: DockerdFiles, withinMs = 60_000): Promise<void> {
  const pid = await runningDockerd(files.pidFile);
  if (pid === null) return;
  sendSignal(pid, 'SIGTERM');
  if (!(await processEnded(pid, withinMs))) {
    throw new Error(`dockerd (process ${pid}) still runs ${withinMs / 1000} s after SIGTERM; see ${files.logFile}`);
  }
}

/** Returns the name of a running process, or null. A zombie counts as exited. */
async function processName(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? null;
  return /^State:\t[ZX]/m.test(status) ? null : name;
}

/** Sends a signal. Ignores a process that has exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until a process exits. Returns false if it still runs after `withinMs` milliseconds. */
export const processEnded = async (pid: number, withinMs: number): Promise<boolean> =>
  (await poll(async () => (await processName(pid)) === null, { withinMs })) === true;
