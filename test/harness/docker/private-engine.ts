import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { type DockerdPlace, runningDockerd, startDockerd, stopDockerd } from '../../../src/devhost/dockerd.ts';
import { processEnded, sendSignal } from '../../../src/devhost/live-process.ts';
import { addBridge, removeBridge } from './bridge.ts';
import { unmountUnder } from './mounts.ts';

/** A Docker engine of its own beside the host's, which may be broken on purpose. */
export interface PrivateEngine {
  socketPath: string;
  /** The process id of dockerd, or null while it does not run. */
  pid(): Promise<number | null>;
  /** Starts it after stop() or kill() and waits until it answers. */
  start(): Promise<void>;
  /** SIGTERM, and waits for the end; its containers are stopped, each within its own time. `within` in milliseconds, 60 s by default. */
  stop(within?: number): Promise<void>;
  /**
   * SIGKILL. Its containers run on, without published ports, until the next start kills them; Docker 20.10 then leaves them
   * down whatever their restart policy says.
   */
  kill(): Promise<void>;
  /** Ends it and removes every trace: containers, processes, mounts, bridge, folder. */
  destroy(): Promise<void>;
}

/** Longer paths would pass the 107 bytes that Linux allows for a Unix socket (`DIR/exec/containerd/containerd.sock.ttrpc`). */
const LONGEST_DIR = 64;

/**
 * Starts a private engine with all its state under `dir` (made if need be, removed by destroy()). Needs root.
 *
 * It publishes ports on loopback through Docker's userland proxy, but changes no iptables rule: a second dockerd that did
 * would empty the chains that the host's engine shares under the same names. So its containers reach the host and each
 * other, and nothing beyond.
 */
export async function startPrivateEngine({
  dir,
  signal,
}: {
  dir: string;
  signal: AbortSignal;
}): Promise<PrivateEngine> {
  if (dir.length > LONGEST_DIR)
    throw new Error(`the path of a private engine must be at most ${LONGEST_DIR} bytes long: ${dir}`);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const bridge = await addBridge(signal);
  const place: DockerdPlace = {
    socketPath: join(dir, 'docker.sock'),
    pidFile: join(dir, 'docker.pid'),
    logFile: join(dir, 'dockerd.log'),
    execRoot: join(dir, 'exec'),
    args: [
      ...['--data-root', join(dir, 'data'), '--bridge', bridge],
      ...['--iptables=false', '--ip-masq=false', '--userland-proxy=true'],
    ],
  };

  const start = () => startDockerd(place, signal);
  const kill = async () => {
    const pid = await runningDockerd(place.pidFile);
    if (pid === null) return;
    sendSignal(pid, 'SIGKILL');
    if (!(await processEnded(pid, 10_000))) throw new Error(`dockerd (process ${pid}) survived SIGKILL for 10 s`);
    // dockerd takes the containerd along. Where nobody reaps that, its pid file names a process that still exists, and the next
    // dockerd would wait for it in vain.
    await rm(join(dir, 'exec/containerd/containerd.pid'), { force: true });
  };
  const destroy = async () => {
    // Only a running engine can take its containers' processes and mounts down in order.
    await startDockerd(place, AbortSignal.timeout(60_000));
    await removeContainers(place.socketPath);
    await stopDockerd(place);
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
    socketPath: place.socketPath,
    pid: () => runningDockerd(place.pidFile),
    start,
    stop: (within) => stopDockerd(place, within),
    kill,
    destroy,
  };
}

async function removeContainers(socketPath: string): Promise<void> {
  const docker = new Docker({ socketPath });
  for (const { Id } of await docker.listContainers({ all: true }))
    await docker.getContainer(Id).remove({ force: true, v: true });
}
