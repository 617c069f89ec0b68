import { readdir } from 'node:fs/promises';
import { CommandFailedError, runCommand } from '../../../src/devhost/run-command.ts';

const maxBridges = 32;

/**
 * Creates a network bridge for a private engine, `satrap0` with 172.30.0.1/24 or the next free number, and returns its name.
 * dockerd itself can create only docker0, which belongs to the host's engine.
 */
export async function addBridge(signal: AbortSignal): Promise<string> {
  const taken = new Set(await readdir('/sys/class/net'));
  for (let number = 0; number < maxBridges; number++) {
    const name = `satrap${number}`;
    if (taken.has(name)) continue;
    try {
      await runCommand('ip', ['link', 'add', name, 'type', 'bridge'], { signal });
    } catch (error) {
      // Another test has just taken the number.
      if (error instanceof CommandFailedError && error.message.includes('File exists')) continue;
      throw error;
    }
    await runCommand('ip', ['address', 'add', `172.30.${number}.1/24`, 'dev', name], { signal });
    await runCommand('ip', ['link', 'set', name, 'up'], { signal });
    return name;
  }
  throw new Error(`${maxBridges} bridges named satrap… exist. Remove those that no engine uses: ip link delete NAME`);
}

export async function removeBridge(name: string): Promise<void> {
  await runCommand('ip', ['link', 'delete', name]);
}
