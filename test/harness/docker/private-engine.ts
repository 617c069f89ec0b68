import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { type DockerdFiles, runningDockerd, startDockerd, stopDockerd } from '../../../src/devhost/dockerd.ts';
import { processEnded, sendSignal } from '../../../src/devhost/processes.ts';
import { addBridge, removeBridge } from './bridge.ts';
import { unmountUnder } from './mounts.ts';

/** A Docker engine beside the host's, which a test may break. */
export interface PrivateEngine {
  socketPath: string;
  /** The network bridge that it has for itself. */
  bridge: string;
  /** The process id of dockerd, or null while it does not run. */
  pid(): Promise<number | null>;
  /** Starts it after stop() or kill() and waits until it answers. */
  start(): Promise<void>;
  /** Stops it gently, its containers first, each within its own time. Throws after `withinMs` milliseconds, by default 60 s. */
  stop(withinMs?: number): Promise<void>;
  /**
   * SIGKILL. Its containers keep running, without published ports, until the next start kills them; Docker 20.10 then leaves
   * them stopped, whatever their restart policy.
   */
  kill(): Promise<void>;
  /** Stops it and removes its containers, processes, mounts, bridge and folder. */
  destroy(): Promise<void>;
}

/** Linux allows 107 bytes for the path of a Unix socket, here `DIR/exec/containerd/containerd.sock.ttrpc`. */
const maxDirLength = 64;

/**
 * Starts a private engine with all its state under `dir`, which destroy() removes. Needs root.
 *
 * It publishes ports on loopback through Docker's userland proxy and changes no iptables rule, because the chains have the same
 * names as those of the host's engine, and a second dockerd would empty them. So its containers reach the host and each other
 * only.
 */
export async function startPrivateEngine({
  dir,
  signal,
  args = [],
}: {
  dir: string;
  signal: AbortSignal;
  /** Arguments of dockerd beyond those that keep it apart. */
  args?: readonly string[];
}): Promise<PrivateEngine> {
  if (dir.length > maxDirLength)
    throw new Error(`the path of a private engine must be at most ${maxDirLength} bytes long: ${dir}`);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const bridge = await addBridge(signal);
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

  const start = () => startDockerd(files, signal);
  const kill = async () => {
    const pid = await runningDockerd(files.pidFile);
    if (pid === null) return;
    sendSignal(pid, 'SIGKILL');
    if (!(await processEnded(pid, 10_000))) throw new Error(`dockerd (process ${pid}) survived SIGKILL for 10 s`);
    // The containerd ends with dockerd. Until its parent collects it, the next dockerd would wait for the process in its pid file.
    await rm(join(dir, 'exec/containerd/containerd.pid'), { force: true });
  };
  const destroy = async () => {
    // Only a running engine can end its containers' processes and mounts in order.
    await startDockerd(files, AbortSignal.timeout(60_000));
    await removeContainers(files.socketPath);
    await stopDockerd(files);
    await unmountUnder(dir);
    await removeBridge(bridge);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await kill();
    await unmountUnder(dir);
    await removeBridge(bridge);
    throw error;
  }
  return {
    socketPath: files.socketPath,
    bridge,
    pid: () => runningDockerd(files.pidFile),
    start,
    stop: (withinMs) => stopDockerd(files, withinMs),
    kill,
    destroy,
  };
}

async function removeContainers(socketPath: string): Promise<void> {
  const docker = new Docker({ socketPath });
  for (const { Id } of await docker.listContainers({ all: true }))
    await docker.getContainer(Id).remove({ force: true, v: true });
}
