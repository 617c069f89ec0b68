import { readFile } from 'node:fs/promises';
import { waitUntil } from './wait-until.ts';

/** The name of a process that runs, or null when it ended; one that ended and was not yet collected by its parent counts as ended. */
export async function processName(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? null;
  return /^State:\t[ZX]/m.test(status) ? null : name;
}

/** Sends a signal; a process that has ended meanwhile is as good as signalled. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until a process is gone; false when it still runs after `within` milliseconds. */
export function processEnded(pid: number, within: number): Promise<boolean> {
  return waitUntil(async () => (await processName(pid)) === null, { within });
}
