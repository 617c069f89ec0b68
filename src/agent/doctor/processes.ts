import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The oldest process with the first of these names that one has; null without any. Processes of containers are left out:
 * they choose their names, and what the kernel shows of their files is theirs. `proc`: where the kernel shows processes.
 */
export function findProcess(names: readonly string[], proc: string): number | null {
  const running = readdirSync(proc).flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    const pid = Number(entry);
    const rank = names.indexOf(textOfProcess(proc, pid, 'comm').trim());
    return rank === -1 || !isOfHost(proc, pid) ? [] : [{ pid, rank }];
  });
  return running.toSorted((a, b) => a.rank - b.rank || a.pid - b.pid)[0]?.pid ?? null;
}

/** A process of a container has an id in each namespace that it is in (proc_pid_status(5), NSpid). */
const isOfHost = (proc: string, pid: number): boolean => /^NSpid:\s+\d+$/m.test(textOfProcess(proc, pid, 'status'));

/** Returns what the kernel writes about a process; empty if it has ended, or this user may not look. */
export function textOfProcess(proc: string, pid: number, name: 'cmdline' | 'comm' | 'limits' | 'status'): string {
  try {
    return readFileSync(join(proc, String(pid), name), 'utf8');
  } catch {
    return '';
  }
}
