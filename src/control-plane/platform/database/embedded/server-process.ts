import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithin } from '../../../../timing/ends-within.ts';
import { poll } from '../../../../timing/poll.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
import type { Cluster } from './cluster.ts';
import { clusterName } from './leftovers.ts';
import { commandAs, workFolder } from './programs.ts';

/** Crash recovery reads at most `max_wal_size`. */
const startTimeoutMs = 5 * 60_000;
const fastStopMs = 10_000;
const immediateStopMs = 5000;
const quotedLines = 3;

export interface ServerProcessOptions {
  cluster: Cluster;
  settings: Readonly<Record<string, string>>;
  onLine(line: string): void;
  signal: AbortSignal;
}

export interface ServerProcess {
  pid: number;
  /** Resolves on exit with the exit code or the signal. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Stops the server and closes its connections, and leaves a clean database. Resolves within seconds. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { cluster, onLine, signal } = options;
  const { file, args, ...place } = serverCommand(options);
  // In its own session, so that Ctrl-C on a terminal does not stop it before the requests in flight.
  const child = spawn(file, args, { ...place, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > quotedLines) lines.shift();
    onLine(line);
  });
  const ended = endOf(child);
  const stop = (first: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => stopChild(child, ended, first);
  const isReady = () => {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended';
    return saysReady(cluster.path, child.pid) ? 'ready' : undefined;
  };
  try {
    const state = await poll(isReady, { withinMs: startTimeoutMs, everyMs: 10, signal });
    if (state === 'ready' && child.pid !== undefined) return { pid: child.pid, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  throw new ControlPlaneSetupError(`the embedded PostgreSQL did not start: ${lines.join('; ')}`);
}

export function serverCommand({ cluster, settings }: Pick<ServerProcessOptions, 'cluster' | 'settings'>) {
  const flags = Object.entries({ ...settings, cluster_name: clusterName(cluster.path) });
  const args = ['-D', workFolder, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return commandAs(cluster.programs, { name: 'postgres', args, user: cluster.user, cwd: cluster.path });
}

async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? signal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ControlPlaneSetupError('setpriv is missing; install it (on Debian: apt-get install util-linux)', {
      cause: error,
    });
  }
}

/** The server writes its process id on the first line and its state on the last one. */
function saysReady(path: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').trimEnd().split('\n');
    return Number(lines[0]) === pid && lines.at(-1)?.trimEnd() === 'ready';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>, first: NodeJS.Signals): Promise<void> {
  child.kill(first);
  if (await endsWithin(ended, fastStopMs)) return;
  child.kill('SIGQUIT');
  if (await endsWithin(ended, immediateStopMs)) return;
  child.kill('SIGKILL');
  await endsWithin(ended, immediateStopMs);
}
