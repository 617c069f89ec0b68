import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from '../../../../timing/poll.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';

/** If the control plane is killed, its server is interrupted and exits within moments. */
const timeoutMs = 10_000;
/** PostgreSQL’s signals for fast and for immediate shutdown (with recovery at the next start), and the kernel's. */
const endSignals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

const lockFiles = ['postmaster.pid', '.s.PGSQL.5432.lock'];

/** Identifies the processes of a cluster’s server; each shows it in its command line. */
export const clusterName = (path: string): string =>
  `satrap-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;

/** Stops the server that a killed process left. The caller holds the folder lock. Throws ControlPlaneSetupError. */
export async function clearLeftovers(path: string, signal: AbortSignal): Promise<void> {
  for (const endSignal of endSignals) {
    const pids = serverProcesses(path);
    if (pids.length === 0) break;
    for (const pid of pids) end(pid, endSignal);
    await poll(() => serverProcesses(path).length === 0, { withinMs: timeoutMs, signal });
  }
  const [left] = serverProcesses(path);
  if (left !== undefined)
    throw new ControlPlaneSetupError(`process ${left} still uses ${path}; end it: kill -9 ${left}`);
  // They name a process that is gone, but whose id may be reused, or are empty after a power cut; PostgreSQL refuses to
  // start in both cases.
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
    // It exited meanwhile.
    return '';
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM')
      throw new ControlPlaneSetupError(`process ${pid} of another user still uses the database; end it first`);
    if (code !== 'ESRCH') throw error;
  }
}
