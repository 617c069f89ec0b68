import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from '../../../../timing/poll.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';

/** A control plane that was killed interrupts its server, which then ends by itself within moments. */
const timeoutMs = 10_000;
/** PostgreSQL’s signals for an end that leaves a clean database, one that leaves it to recovery, and none of its own. */
const endSignals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

const lockFiles = ['postmaster.pid', '.s.PGSQL.5432.lock'];

/** The name by which the processes of a cluster’s server are recognised. Each of them shows it in its command line. */
export const clusterName = (path: string): string =>
  `satrap-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;

/** Ends the server that a killed process left. The caller holds the folder lock. Throws ControlPlaneSetupError for a process that stays. */
export async function clearLeftovers(path: string, signal: AbortSignal): Promise<void> {
  for (const endSignal of endSignals) {
    const pids = serverProcesses(path);
    if (pids.length === 0) break;
    for (const pid of pids) end(pid, endSignal);
    await poll(() => serverProcesses(path).length === 0, { withinMs: timeoutMs, signal });
  }
  const [left] = serverProcesses(path);
  if (left !== undefined) {
    throw new ControlPlaneSetupError(`the process ${left} still works with ${path}; end it: kill -9 ${left}`);
  }
  // The process that they name is gone, but another may have its number now, or a power cut has left them empty; PostgreSQL stops at both.
  for (const name of lockFiles) rmSync(join(path, name), { force: true });
}

export function serverProcesses(path: string): number[] {
  const name = clusterName(path);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && commandLine(entry).includes(name))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM') {
      throw new ControlPlaneSetupError(
        `the process ${pid} of another user still works with the database; end it first`,
      );
    }
    if (code !== 'ESRCH') throw error;
  }
}
