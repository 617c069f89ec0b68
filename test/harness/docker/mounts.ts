import { readFile } from 'node:fs/promises';
import { runCommand } from '../../../src/devhost/run-command.ts';

/** Unmounts everything under a folder, the innermost first; a killed engine leaves mounts behind. Needs root. */
export async function unmountUnder(dir: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${dir}/`));
  for (const path of mounts.reverse()) await runCommand('umount', [path]);
}
