import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { inject } from 'vitest';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';
import {
  type DockerdFiles,
  processEnded,
  runningDockerd,
  sendSignal,
  startDockerd,
  stopDockerd,
} from '../../src/devhost/dockerd.ts';
import { CommandFailedError, runCommand } from '../../src/devhost/run-command.ts';

/**
 * A Docker engine besides the host's, which a test may break. Disposing it removes its containers, processes, mounts,
 * bridge and folder.
 */
export interface PrivateEngine extends AsyncDisposable {
  /** Contains all its state. */
  dir: string;
  socketPath: string;
  /** Its own network bridge. */
  bridge: string;
  /** The process id of dockerd, or null while it does not run. */
  pid(): Promise<number | null>;
  /** Starts it after stop() or kill() and waits until it answers. */
  start(): Promise<void>;
  /**
   * Stops it gracefully, containers first, each within its own timeout. Throws after `withinMs` milliseconds, by
   * default 60 s.
   */
  stop(withinMs?: number): Promise<void>;
  /**
   * SIGKILL. Its containers keep running, without published ports, until the next start kills them; Docker 20.10 then leaves
   * them stopped, whatever their restart policy.
   */
  kill(): Promise<void>;
}

export interface PrivateEngineOptions {
  /** Arguments of dockerd beyond those that keep it apart. */
  args?: readonly string[];
  /** Images that it gets from the host's engine. Default: those of the tests' daemons. */
  images?: readonly string[];
}

/**
 * Starts a private engine. Needs root.
 *
 * It publishes ports on loopback through Docker's userland proxy and changes no iptables rule, because the chains have
 * the same names as those of the host's engine, and a second dockerd would flush them. So its containers reach only the
 * host and each other.
 */
export async function startPrivateEngine({
  args = [],
  images = Object.values(inject('clientImages')),
}: PrivateEngineOptions = {}): Promise<PrivateEngine> {
  // Short: Linux allows 107 bytes for the path of a Unix socket, here `DIR/exec/containerd/containerd.sock.ttrpc`.
  const dir = await mkdtemp('/var/lib/satrap-e-');
  const bridge = await addBridge();
  const files: DockerdFiles = {
    socketPath: join(dir, 'docker.sock'),
    pidFile: join(dir, 'docker.pid'),
    logFile: join(dir, 'dockerd.log'),
    execRoot: join(dir, 'exec'),
    args: [
      ...['--data-root', join(dir, 'data'), '--bridge', bridge],
      ...['--iptables=false', '--ip-masq=false', '--userland-proxy=true'],
      ...args,
    ],
  };
  const start = () => startDockerd(files, AbortSignal.timeout(120_000));
  const kill = async () => {
    const pid = await runningDockerd(files.pidFile);
    if (pid === null) return;
    sendSignal(pid, 'SIGKILL');
    if (!(await processEnded(pid, 10_000))) throw new Error(`dockerd (process ${pid}) survived SIGKILL for 10 s`);
    // containerd exits with dockerd. Until its parent reaps it, the next dockerd would wait for the process in its pid
    // file.
    await rm(join(dir, 'exec/containerd/containerd.pid'), { force: true });
  };
  const remove = async () => {
    await unmountUnder(dir);
    await runCommand('ip', ['link', 'delete', bridge]);
    await rm(dir, { recursive: true, force: true });
  };
  const destroy = async () => {
    // Only a running engine can clean up its containers' processes and mounts.
    await start();
    const docker = new Docker({ socketPath: files.socketPath });
    for (const { Id } of await docker.listContainers({ all: true }))
      await docker.getContainer(Id).remove({ force: true, v: true });
    await stopDockerd(files);
    await remove();
  };
  try {
    await start();
    await copyImages(images, files.socketPath);
  } catch (error) {
    await kill();
    await remove();
    throw error;
  }
  return {
    ...{ dir, socketPath: files.socketPath, bridge, start, kill },
    pid: () => runningDockerd(files.pidFile),
    stop: (withinMs) => stopDockerd(files, withinMs),
    [Symbol.asyncDispose]: destroy,
  };
}

/** Gives images of the host's engine to another. */
async function copyImages(references: readonly string[], toSocket: string): Promise<void> {
  const from = new Docker({ socketPath: inject('dockerSocket') });
  const to = new Docker({ socketPath: toSocket });
  for (const reference of references)
    await followProgress(await to.loadImage(await from.getImage(reference).get()), {
      onEvent: () => {},
      signal: AbortSignal.timeout(120_000),
    });
}

const maxBridges = 32;

/**
 * Creates a network bridge for a private engine, `satrap0` with 172.30.0.1/24 or the next free number, and returns its name.
 * dockerd itself can create only docker0, which belongs to the host's engine.
 */
async function addBridge(): Promise<string> {
  const taken = new Set(await readdir('/sys/class/net'));
  for (let number = 0; number < maxBridges; number++) {
    const name = `satrap${number}`;
    if (taken.has(name)) continue;
    try {
      await runCommand('ip', ['link', 'add', name, 'type', 'bridge']);
    } catch (error) {
      // Another test has just taken the number.
      if (error instanceof CommandFailedError && error.message.includes('File exists')) continue;
      throw error;
    }
    await runCommand('ip', ['address', 'add', `172.30.${number}.1/24`, 'dev', name]);
    await runCommand('ip', ['link', 'set', name, 'up']);
    return name;
  }
  throw new Error(`${maxBridges} bridges named satrap… exist. Remove those that no engine uses: ip link delete NAME`);
}

/** Unmounts everything under a folder, the innermost first; a killed engine leaves mounts behind. */
async function unmountUnder(dir: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${dir}/`));
  for (const path of mounts.reverse()) await runCommand('umount', [path]);
}
