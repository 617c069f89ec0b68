import { readFile } from 'node:fs/promises';
import { poll } from '../timing/poll.ts';

/** Returns the name of a running process, or null. A zombie counts as exited. */
export async function processName(pid: number): Promise<string | null> {
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
export async function processEnded(pid: number, withinMs: number): Promise<boolean> {
  return (await poll(async () => (await processName(pid)) === null, { withinMs })) === true;
}
