import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
import { until } from './until.ts';

/** A Docker engine besides the host's, which a test may break. Disposing it removes everything that it created. */
export interface PrivateEngine extends AsyncDisposable {
  dir: string;
  socketPath: string;
  bridge: string;
  pid(): Promise<number | null>;
  start(): Promise<void>;
  /** Stops it gracefully, containers first, each within its own timeout. Throws after `withinMs`, by default 60 s. */
  stop(withinMs?: number): Promise<void>;
  /** SIGKILL. Its containers keep running until the next start kills them; Docker 20.10 then leaves them stopped. */
  kill(): Promise<void>;
}

/**
 * Starts a private engine with these arguments of dockerd and images of the host's engine. Needs root. It publishes
 * ports through Docker's userland proxy and changes no iptables rule: a second dockerd would flush those of the host's.
 */
export async function startPrivateEngine({
  args = [],
  images = Object.values(inject('clientImages')),
}: {
  args?: readonly string[];
  images?: readonly string[];
} = {}): Promise<PrivateEngine> {
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

async function copyImages(references: readonly string[], toSocket: string): Promise<void> {
  const from = new Docker({ socketPath: inject('dockerSocket') });
  const to = new Docker({ socketPath: toSocket });
  for (const reference of references)
    await followProgress(await to.loadImage(await from.getImage(reference).get()), {
      onEvent: () => {},
      signal: AbortSignal.timeout(120_000),
    });
}

/** Creates a network bridge, `satrap0` or the next free number: dockerd itself can create only the host's docker0. */
async function addBridge(number = 0): Promise<string> {
  const name = `satrap${number}`;
  if (number === 32) throw new Error('32 bridges named satrap… exist. Remove the unused ones: ip link delete NAME');
  try {
    await runCommand('ip', ['link', 'add', name, 'type', 'bridge']);
  } catch (error) {
    if (error instanceof CommandFailedError && error.message.includes('File exists')) return addBridge(number + 1);
    throw error;
  }
  await runCommand('ip', ['address', 'add', `172.30.${number}.1/24`, 'dev', name]);
  await runCommand('ip', ['link', 'set', name, 'up']);
  return name;
}

/** Unmounts everything under a folder, the innermost first; a killed engine leaves mounts behind. */
async function unmountUnder(dir: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${dir}/`));
  const isUnmounted = async (path: string) => {
    try {
      await runCommand('umount', [path]);
      return true;
    } catch (error) {
      // By a process that just ended.
      if (error instanceof CommandFailedError && error.message.includes('target is busy')) return false;
      throw error;
    }
  };
  for (const path of mounts.reverse()) await until(`${path} is unmounted`, () => isUnmounted(path));
}
