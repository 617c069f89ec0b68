import { promisify } from 'node:util';

const timeoutMs = 10_000;

/**
 * Calls systemd-notify, since Node does not support datagrams on unix sockets. The unit needs `NotifyAccess=all`.
 * Throws an Error.
 */
export async function systemdNotify(words: readonly string[]): Promise<void> {
  // Loaded here: an agent without systemd starts no process.
  const { execFile } = await import('node:child_process');
  await promisify(execFile)('systemd-notify', [...words], { timeout: timeoutMs });
}
