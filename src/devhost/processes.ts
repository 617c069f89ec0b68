import { readFile } from 'node:fs/promises';
import { poll } from '../timing/poll.ts';

/** Returns the name of a running process, or null. A process that has ended and that its parent has not collected counts as ended. */
export async function processName(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? null;
  return /^State:\t[ZX]/m.test(status) ? null : name;
}

/** Sends a signal. A process that has ended needs none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until a process has ended. Returns false when it still runs after `withinMs` milliseconds. */
export async function processEnded(pid: number, withinMs: number): Promise<boolean> {
  return (await poll(async () => (await processName(pid)) === null, { withinMs })) === true;
}
